import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { listUndone } from '#server/platform/jobs.queries.ts'
import * as repo from './imports.repo.ts'
import type { ImportSource, PersonRecord } from './readers/records.rules.ts'
import type { Fault, StagedRow } from './stage.rules.ts'

export const runImportJob = 'run-import'
export const undoImportJob = 'undo-import'
/** Days after which a file is deleted if its import was never started. */
const stagedDays = 7
/** Days for which the rows of a finished import stay in the list. */
const importRowDays = 30

const insertSize = 1_000

/** Stores the rows of a file as an import that is not started yet. */
export async function addImport(
  tx: Transaction,
  {
    rows,
    ...file
  }: { source: ImportSource; origin: string; operatorId: string; unusedCards: number; rows: readonly StagedRow[] },
): Promise<string> {
  const id = randomUUIDv7()
  await repo.insertImport(tx, { id, ...file, rows: rows.length })
  for (let from = 0; from < rows.length; from += insertSize)
    await repo.insertRows(tx, id, from + 1, rows.slice(from, from + insertSize))
  return id
}

export const findImport = async (db: Queryable, id: string) => (await repo.findImport(db, id)) ?? null
export const lockImport = async (tx: Transaction, id: string) => (await repo.lockImport(tx, id)) ?? null
export const listImports = (db: Queryable, after: string | null, limit: number) => repo.listImports(db, after, limit)
/** True if an import is running or being undone. None starts until the transaction ends. */
export async function isBusy(tx: Transaction): Promise<boolean> {
  await repo.lockStarts(tx)
  return (await repo.existsRunning(tx)).exists
}

export async function startImport(tx: Transaction, id: string, options: unknown): Promise<void> {
  await repo.setOptions(tx, id, options)
  await repo.setState(tx, id, 'running')
}
export const setImportState = (tx: Transaction, id: string, state: repo.ImportState) => repo.setState(tx, id, state)
export const discardImport = (tx: Transaction, id: string) => repo.deleteImport(tx, id)

/** Error of the background job that works on an import; null while there is none. */
export async function findFailure(
  db: Queryable,
  { id, state }: Pick<repo.ImportRow, 'id' | 'state'>,
): Promise<string | null> {
  if (state !== 'running' && state !== 'undoing') return null
  const key = `${state === 'running' ? runImportJob : undoImportJob}:${id}`
  const [job] = await listUndone(db, 'exports', [key])
  return job?.isDead ? (job.lastError ?? '') : null
}

export const listRows = (db: Queryable, id: string, after: number, limit: number) => repo.listRows(db, id, after, limit)
export const listRefused = (db: Queryable, id: string, after: number, limit: number) =>
  repo.listRefused(db, id, after, limit)
export const countRows = (db: Queryable, id: string) => repo.countRows(db, id)
export const listPlanUse = (db: Queryable, id: string) => repo.listPlanUse(db, id)

export type Settled = {
  readonly position: number
  readonly effect: 'added' | 'changed' | 'same' | 'refused'
  readonly refusal: Fault | null
}
export async function settleRows(tx: Transaction, id: string, settled: readonly Settled[]): Promise<void> {
  const last = settled.at(-1)
  if (!last) return
  await repo.settleRows(tx, id, settled)
  await repo.setDoneTo(tx, id, last.position)
}

/**
 * Digest by which an unchanged row of a newer file is recognised. Lists the fields one by one, because PostgreSQL does
 * not keep the order of keys.
 */
export const recordHash = (record: PersonRecord): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        record.email,
        record.password && [record.password.algorithm, record.password.hash, record.password.salt],
        record.expiry.kind === 'at' ? record.expiry.at : record.expiry.kind,
        record.plan,
        record.maxDevices,
        record.isBanned,
        record.token,
        record.createdAt,
      ]),
    )
    .digest()

export const findPeople = async (tx: Transaction, origin: string, oldIds: readonly string[]) =>
  new Map((await repo.listPeople(tx, origin, oldIds)).map((person) => [person.oldId, person]))

export const savePerson = (tx: Transaction, person: Parameters<typeof repo.savePerson>[1]) =>
  repo.savePerson(tx, person)
export const saveOrders = (
  tx: Transaction,
  { origin, id }: Pick<repo.ImportRow, 'origin' | 'id'>,
  orders: Parameters<typeof repo.saveOrders>[3],
) => repo.saveOrders(tx, origin, id, orders)
export const listEarlierOrders = (db: Queryable, userId: string, limit: number) => repo.listOrders(db, userId, limit)

export const listCreated = (db: Queryable, id: string, after: string, limit: number) =>
  repo.listCreated(db, id, after, limit)
export const countCreated = (db: Queryable, id: string) => repo.countCreated(db, id)
/**
 * Deletes imported people and returns their ids. Leaves out those who have signed in or used their old link, those whom
 * a VPN panel must first remove, and those to whom another record refers.
 */
export const deletePeople = async (tx: Transaction, id: string, userIds: readonly string[]): Promise<string[]> =>
  (await repo.deletePeople(tx, id, userIds)).map((row) => row.id)

/**
 * Deletes all imported data of a person and keeps only the fact that the person was imported. `emails`: email addresses
 * of the account.
 */
export async function forgetImportsOf(tx: Transaction, userId: string, emails: readonly string[]): Promise<void> {
  await repo.erasePerson(tx, userId, emails)
}
export const forgetUnstarted = (db: Database, limit: number) => repo.deleteUnstarted(db, stagedDays, limit)
export const forgetImportRows = (db: Database, limit: number) => repo.deleteOldRows(db, importRowDays, limit)
