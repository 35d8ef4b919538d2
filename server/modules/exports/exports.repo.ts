import type { Queryable, Transaction } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type ExportRow = {
  id: string
  operatorId: string
  list: 'orders' | 'accounting' | 'ledger' | 'people' | 'commissions' | 'audit'
  filters: unknown
  columns: string[]
  state: 'waiting' | 'running' | 'done'
  rows: number
  askedAt: Date
  finishedAt: Date | null
  expiresAt: Date
}

type New = { id: string; operatorId: string; list: string; filters: unknown; columns: readonly string[]; hours: number }
export const insertExport = (db: Queryable, e: New) =>
  db.run(sql`
    insert into exports (id, operator_id, list, filters, columns, expires_at)
    values (${e.id}, ${e.operatorId}, ${e.list}, ${JSON.stringify(e.filters)}::jsonb, ${e.columns}, now() + make_interval(hours => ${e.hours}::int))`)

export const listUnwritten = (db: Queryable, operatorId: string) =>
  db.query(sql<{ id: string }>`
    select id from exports where operator_id = ${operatorId} and state <> 'done' and expires_at > now()`)

const exportColumns = columns`
  id, operator_id as "operatorId", list, filters, columns, state, rows, asked_at as "askedAt", finished_at as "finishedAt",
  expires_at as "expiresAt"`

export const findExport = (db: Queryable, id: string) =>
  db.maybe(sql<ExportRow>`
    select ${exportColumns} from exports where id = ${id} and expires_at > now()`)

export const listExports = (db: Queryable, operatorId: string, after: string | null, limit: number) =>
  db.query(sql<ExportRow>`
    select ${exportColumns} from exports where operator_id = ${operatorId} and expires_at > now()
      and (${after}::uuid is null or (asked_at, id) < (select e.asked_at, e.id from exports e where e.id = ${after}::uuid))
    order by asked_at desc, id desc limit ${limit}`)

/** Deletes the parts of an interrupted export, because they contain the data of an earlier moment. */
export const deleteParts = (db: Queryable, id: string) => db.run(sql`delete from export_parts where export_id = ${id}`)
export const setRows = (db: Queryable, id: string, rows: number) =>
  db.run(sql`update exports set state = 'running', rows = ${rows} where id = ${id} and state <> 'done'`)
export const insertPart = (db: Queryable, id: string, part: number, text: string) =>
  db.run(sql`insert into export_parts (export_id, part, text) values (${id}, ${part}, ${text})`)
export const finishExport = (db: Queryable, id: string, rows: number) =>
  db.run(
    sql`update exports set state = 'done', rows = ${rows}, finished_at = now() where id = ${id} and state <> 'done'`,
  )

/**
 * Finds a part of an export only for the operator who requested the export, if the export is complete and has not
 * expired. `parts`: number of the last part.
 */
export const findPart = (db: Queryable, id: string, operatorId: string, part: number) =>
  db.maybe(sql<{ text: string; parts: number | null; list: ExportRow['list']; columns: string[] }>`
    select p.text, e.list, e.columns, (select max(o.part) from export_parts o where o.export_id = p.export_id) as parts
    from exports e join export_parts p on p.export_id = e.id
    where e.id = ${id} and e.operator_id = ${operatorId} and e.state = 'done' and e.expires_at > now() and p.part = ${part}`)

export const deleteExpired = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from exports where id in (select id from exports where expires_at <= now() order by expires_at limit ${limit})`)

/**
 * Shared lock: waits for account erasures that delete exports, and makes later erasures wait until the end of the
 * transaction.
 */
export const lockExportsShared = (tx: Transaction) =>
  tx.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock_shared(hashtextextended('exports', 0))::text as locked`)
/** Exclusive lock for the erasure of an account: no new export starts until the end of the transaction. */
export const lockExports = (tx: Transaction) =>
  tx.one(sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('exports', 0))::text as locked`)
export const deleteByColumns = (tx: Transaction, names: readonly string[]) =>
  tx.run(sql`delete from exports where columns && ${names}::text[]`)
