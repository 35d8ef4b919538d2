import { randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { listUndone } from '#server/platform/jobs.queries.ts'
import { byteOrderMark, csvLines, type Cell } from '#shared/csv.ts'
import * as repo from './exports.repo.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export const writeExportJob = 'write-export'
export const exportHours = 24
export const mostUnfinished = 3

export async function askForExport(
  tx: Transaction,
  asked: { operatorId: string; list: string; filters: unknown; columns: readonly string[] },
): Promise<string> {
  const id = randomUUIDv7()
  await repo.lockExportsShared(tx)
  await repo.insertExport(tx, { ...asked, id, hours: exportHours })
  return id
}
export async function countUnfinished(db: Queryable, operatorId: string): Promise<number> {
  const unwritten = await repo.listUnwritten(db, operatorId)
  const jobs = await findJobs(db, unwritten)
  return unwritten.filter(({ id }) => jobs.get(keyOf(id))?.isDead === false).length
}

export const findExport = async (db: Queryable, id: string) => (await repo.findExport(db, id)) ?? null
type ExportFile = Omit<repo.ExportRow, 'state'> & {
  readonly state: repo.ExportRow['state'] | 'failed'
  readonly failure: string | Sentence | null
}
/**
 * Exports with their state. Whether an export failed comes from its background job, so that the failure is visible even
 * if the process was killed.
 */
export const listExports = (
  database: Database,
  operatorId: string,
  after: string | null,
  limit: number,
): Promise<ExportFile[]> =>
  database.transaction(
    async (tx) => {
      const rows = await repo.listExports(tx, operatorId, after, limit)
      const jobs = await findJobs(
        tx,
        rows.filter(({ state }) => state !== 'done'),
      )
      return rows.map((row) => {
        const job = jobs.get(keyOf(row.id))
        if (row.state === 'done' || job?.isDead === false) return { ...row, failure: null }
        return { ...row, state: 'failed', failure: job?.lastError ?? sentence('export.jobGone') }
      })
    },
    { oneMoment: true },
  )
const keyOf = (id: string) => `${writeExportJob}:${id}`
const findJobs = async (db: Queryable, files: readonly { readonly id: string }[]) =>
  new Map(
    (
      await listUndone(
        db,
        'exports',
        files.map(({ id }) => keyOf(id)),
      )
    ).map((job) => [job.key, job]),
  )
export const findPart = (db: Queryable, { id, operatorId, part }: { id: string; operatorId: string; part: number }) =>
  repo.findPart(db, id, operatorId, part)
export const forgetExports = (db: Queryable, limit: number) => repo.deleteExpired(db, limit)
/**
 * Deletes all exports with one of these columns, also unfinished ones, because they may contain an erased account. An
 * export requested in the meantime waits and reads the data after this transaction. Call this last, because its lock
 * makes other erasures wait.
 */
export async function forgetExportsWith(tx: Transaction, columns: readonly string[]): Promise<void> {
  await repo.lockExports(tx)
  await repo.deleteByColumns(tx, columns)
}

/**
 * Deletes what an earlier run has written. Returns a function that adds and commits one part of the file, so that
 * progress is visible.
 */
export async function beginFile(database: Database, id: string, columns: readonly string[]) {
  await repo.deleteParts(database, id)
  await repo.setRows(database, id, 0)
  let [parts, rows] = [0, 0]
  return async (lines: readonly (readonly Cell[])[]): Promise<number> => {
    const head = parts === 0 ? byteOrderMark + csvLines([columns]) : ''
    await repo.insertPart(database, id, ++parts, head + csvLines(lines))
    await repo.setRows(database, id, (rows += lines.length))
    return rows
  }
}
export const endFile = (tx: Transaction, id: string, rows: number) => repo.finishExport(tx, id, rows)
