import { randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { byteOrderMark, csvLines, type Cell } from './csv.rules.ts'
import * as repo from './exports.repo.ts'

/** So long a file is kept. */
export const exportHours = 24
/** So many of one operator are written or wait at the same time. */
export const mostUnfinished = 3

export async function askForExport(
  tx: Transaction,
  asked: { operatorId: string; list: string; filters: unknown; columns: readonly string[] },
): Promise<string> {
  const id = randomUUIDv7()
  await repo.insertExport(tx, { ...asked, id, hours: exportHours })
  return id
}
export const countUnfinished = async (db: Queryable, operatorId: string): Promise<number> =>
  (await repo.countRecent(db, operatorId)).unfinished

export const findExport = async (db: Queryable, id: string) => (await repo.findExport(db, id)) ?? null
export const listExports = (db: Queryable, operatorId: string, after: string | null, limit: number) =>
  repo.listExports(db, operatorId, after, limit)
/** Of the maker's alone, and of a file that is whole. */
export const findPart = (db: Queryable, { id, operatorId, part }: { id: string; operatorId: string; part: number }) =>
  repo.findPart(db, id, operatorId, part)
export const forgetExports = (db: Queryable, limit: number) => repo.deleteExpired(db, limit)

/** Throws away what a run before has written; returns how to add a part, each committed by itself, so that everyone sees how far it is. */
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
