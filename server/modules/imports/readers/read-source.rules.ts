import { decodeCsv } from './csv-file.rules.ts'
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

/** True for a database dump, which begins with SQL comments and statements. No CSV file does. */
const isDump = (bytes: Buffer): boolean =>
  /(?:^|\n)[ \t]*(?:\/\*!|(?:CREATE TABLE|INSERT INTO|REPLACE INTO|DROP TABLE|LOCK TABLES|SET)\s)/i.test(
    bytes.toString('latin1', 0, 200_000),
  )

/**
 * Reads a file of a VPN panel: a database dump or a CSV export. Throws `NoPeopleColumns` for a CSV file that lists no
 * people, and a SyntaxError or RangeError for a damaged dump.
 */
export function readSourceFile(bytes: Buffer, options: ReadOptions): SourceFile {
  const into = { ...createCollector(), plans: [] as PlanRecord[], unusedCards: 0, tokens: new Map<string, string>() }
  let isWhole = true
  if (options.source === 'csv' || !isDump(bytes)) addCsvPeople(decodeCsv(bytes), options, into)
  else {
    const isSspanel = options.source === 'sspanel'
    const reader = createDumpReader(isSspanel ? sspanelTables : v2boardTables, (table, row) =>
      isSspanel ? addSspanelRow(table, row, options, into) : addV2boardRow(table, row, into),
    )
    for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes))
    isWhole = reader.end()
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
