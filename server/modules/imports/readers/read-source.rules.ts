import { decodeCsv, readUtf16 } from './csv-file.rules.ts'
import { addCsvPeople } from './csv-people.rules.ts'
import { createDumpReader } from './mysql-dump.rules.ts'
import { createCollector } from './read-rows.rules.ts'
import type { HashAlgorithm, ImportSource, PlanRecord, SourceFile } from './records.rules.ts'
import { addSspanelRow, sspanelTables } from './sspanel.rules.ts'
import { addV2boardRow, v2boardTables } from './v2board.rules.ts'

export type ReadOptions = {
  readonly source: ImportSource
  /** Time zone of the old site in minutes east of UTC, for dates that name no zone. */
  readonly offset: number
  readonly algorithm: HashAlgorithm
  readonly salt: string
}

const chunkBytes = 1_000_000

/** Thrown for a file that is an archive, such as a ZIP, or an Excel workbook, which is one. */
export class PackedFile extends Error {}
const isPacked = (bytes: Buffer): boolean =>
  ['504b0304', '1f8b', 'fd377a58', '28b52ffd', '425a68', 'd0cf11e0', '377abcaf', '52617221'].some((start) =>
    bytes.subarray(0, 4).toString('hex').startsWith(start),
  )

const headBytes = 200_000
/** True for an SQL dump, by the comments and statements with which it begins and which no CSV file has. */
const isDump = (head: string): boolean =>
  /(?:^|\n)[ \t]*(?:\/\*!|(?:CREATE TABLE|(?:INSERT|REPLACE)(?:\s+(?:IGNORE|DELAYED|LOW_PRIORITY|HIGH_PRIORITY))?\s+INTO|DROP TABLE|LOCK TABLES|SET)\s)/i.test(
    head,
  )

/** Chinese encodings by the names that MySQL gives them in SET NAMES. A byte of their characters can be a backslash. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['gbk', 'gb18030'],
  ['gb2312', 'gb18030'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
])

/** The dump in UTF-8 without a byte order mark. PowerShell writes UTF-16 where others write UTF-8. */
function decodeDump(bytes: Buffer): Buffer {
  const wide = readUtf16(bytes)
  if (wide !== null) return Buffer.from(wide)
  const plain = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes
  const named = /(?:^|\n)[ \t]*(?:\/\*!\d+ )?SET NAMES '?(\w+)/i.exec(plain.toString('latin1', 0, headBytes))?.[1]
  const encoding = encodings.get(named?.toLowerCase() ?? '')
  return encoding === undefined ? plain : Buffer.from(new TextDecoder(encoding).decode(plain))
}

/**
 * Marks at the start and the end of files of programs that write both. The start alone means that statements at the end
 * are missing, even if no statement is cut.
 */
const frames: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^-- (?:MySQL|MariaDB) dump /m, /^-- Dump completed/m],
  [/^-- phpMyAdmin SQL Dump[\s\S]*^START TRANSACTION;/m, /^COMMIT;/m],
  [/^ ?Navicat [\s\S]*^SET FOREIGN_KEY_CHECKS ?= ?0;/m, /^SET FOREIGN_KEY_CHECKS ?= ?1;/m],
]
function hasEnd(bytes: Buffer): boolean {
  const [head, tail] = [
    bytes.toString('latin1', 0, 4_000),
    bytes.toString('latin1', Math.max(0, bytes.length - 20_000)),
  ]
  return frames.every(([begin, end]) => !begin.test(head) || end.test(tail))
}

/**
 * Reads a file of a panel: its dump, or a CSV export. Throws `NoPeopleColumns` for a CSV file that lists no people, and
 * `OpenQuote` or `DamagedDump` for a damaged file, and `PackedFile` for an archive.
 */
export function readSourceFile(file: Buffer, options: ReadOptions): SourceFile {
  const into = { ...createCollector(), plans: [] as PlanRecord[], unusedCards: 0, tokens: new Map<string, string>() }
  let isWhole = true
  if (isPacked(file)) throw new PackedFile('compressed')
  const bytes = decodeDump(file)
  if (options.source === 'csv' || !isDump(bytes.toString('latin1', 0, headBytes)))
    addCsvPeople(decodeCsv(file), options, into)
  else {
    const isSspanel = options.source === 'sspanel'
    const reader = createDumpReader(isSspanel ? sspanelTables : v2boardTables, (table, row) =>
      isSspanel ? addSspanelRow(table, row, options, into) : addV2boardRow(table, row, into),
    )
    for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes))
    isWhole = reader.end() && hasEnd(bytes)
  }
  const { people, orders, plans, unread, unusedCards, tokens } = into
  return {
    people:
      tokens.size === 0 ? people : people.map((person) => ({ ...person, token: tokens.get(person.oldId) ?? null })),
    orders,
    plans,
    unread,
    unusedCards,
    isWhole,
  }
}
