import {
  listPlanUse,
  addImport,
  countRows,
  discardImport,
  lockImport,
} from '#server/modules/imports/imports.service.ts'
import { OpenQuote } from '#server/modules/imports/readers/csv-file.rules.ts'
import { NoPeopleColumns } from '#server/modules/imports/readers/csv-people.rules.ts'
import { DamagedDump } from '#server/modules/imports/readers/mysql-dump.rules.ts'
import { PackedFile, readSourceFile } from '#server/modules/imports/readers/read-source.rules.ts'
import type { SourceFile } from '#server/modules/imports/readers/records.rules.ts'
import { readOffset } from '#server/modules/imports/readers/values.rules.ts'
import { stageRows } from '#server/modules/imports/stage.rules.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { sentence, type Code } from '#text/sentence.ts'
import { summarize } from './summarize-import.ts'

/** Default time zone of the dates in files of VPN panels. */
const usualOffset = '+08:00'

/** Reads a file and stores its rows for a preview. Imports nobody. */
export const addFile: Act<'imports.add'> = async (tx, input, operator, { config }) => {
  const { file, source, origin = source, offset = usualOffset, hash = 'php', salt = '' } = input
  const minutes = readOffset(offset)
  if (minutes === null) return refuse('InvalidInput', 'import.badOffset')
  const bytes = Buffer.from(file, 'base64')
  const read = readFile(bytes, { source, offset: minutes, algorithm: hash, salt })
  if (!read.isWhole) return refuse('InvalidInput', 'import.cutOff')
  if (read.people.length + read.unread.length === 0) return refuse('InvalidInput', 'import.nobody')
  const digest = createKeyedDigest(config.secretKey)
  // If a file has no ids, a digest of the email address is the id, so that the address is not kept after an erasure.
  const idOf = (oldId: string) =>
    oldId.includes('@') ? digest('imported address', oldId).subarray(0, 12).toString('hex') : oldId
  const rows = stageRows(read, idOf)
  const id = await addImport(tx, { source, origin, operatorId: operator.id, unusedCards: read.unusedCards, rows })
  const summary = summarize(await countRows(tx, id))
  const plans = await listPlanUse(tx, id)
  const output = { id, source, origin, ...summary, unusedCards: read.unusedCards, plans }
  return done(output, `import ${origin}`, { id, source, origin, people: summary.people, orders: summary.orders })
}

function readFile(bytes: Buffer, options: Parameters<typeof readSourceFile>[1]): SourceFile {
  try {
    return readSourceFile(bytes, options)
  } catch (error) {
    if (error instanceof NoPeopleColumns) throw new Refused('InvalidInput', 'import.noColumns')
    if (error instanceof PackedFile) throw new Refused('InvalidInput', 'import.packed')
    if (error instanceof OpenQuote)
      throw new Refused('InvalidInput', sentence('import.openQuote', { line: error.line }))
    if (error instanceof DamagedDump) {
      const { code, params } = error.fault
      throw new Refused('InvalidInput', { code: `import.${code}` satisfies Code, params })
    }
    throw error
  }
}

export const discardFile: Act<'imports.discard'> = async (tx, { id }) => {
  const found = await lockImport(tx, id)
  if (!found) return refuse('NotFound', 'action.notFound')
  if (found.state !== 'read') return refuse('NotPossible', 'import.started')
  await discardImport(tx, id)
  return done({ id, origin: found.origin, rows: found.rows }, `import ${found.origin}`, { id })
}
