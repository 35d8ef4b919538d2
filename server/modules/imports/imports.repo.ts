import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { ImportSource } from './readers/records.rules.ts'
import type { Fault } from './stage.rules.ts'

export type ImportState = 'read' | 'running' | 'done' | 'undoing' | 'undone'
export type ImportRow = {
  id: string
  source: ImportSource
  origin: string
  state: ImportState
  operatorId: string
  options: unknown
  rows: number
  doneTo: number
  unusedCards: number
  readAt: Date
  startedAt: Date | null
  endedAt: Date | null
}
const importColumns = columns`
  id, source, origin, state, operator_id as "operatorId", options, rows, done_to as "doneTo",
  unused_cards as "unusedCards", read_at as "readAt", started_at as "startedAt", ended_at as "endedAt"`

type New = { id: string; source: string; origin: string; operatorId: string; rows: number; unusedCards: number }
export const insertImport = (db: Queryable, i: New) =>
  db.run(sql`
    insert into imports (id, source, origin, operator_id, rows, unused_cards)
    values (${i.id}, ${i.source}, ${i.origin}, ${i.operatorId}, ${i.rows}, ${i.unusedCards})`)

/** Inserts rows of an import. `rows`: rows in the order of their positions. `from`: position of the first row. */
export const insertRows = (db: Queryable, importId: string, from: number, rows: readonly unknown[]) =>
  db.run(sql`
    insert into import_rows (import_id, position, kind, old_id, email, record, refusal, effect)
    select ${importId}::uuid, ${from}::int + r.ordinality - 1, r.kind, r."oldId", r.email,
      nullif(r.record, 'null'), nullif(r.refusal, 'null'), case when nullif(r.refusal, 'null') is not null then 'refused' end
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (kind text, "oldId" text, email text,
      record jsonb, refusal jsonb)) with ordinality as r`)

export const findImport = (db: Queryable, id: string) =>
  db.maybe(sql<ImportRow>`select ${importColumns} from imports where id = ${id}`)

export const lockImport = (db: Queryable, id: string) =>
  db.maybe(sql<ImportRow>`select ${importColumns} from imports where id = ${id} for update`)

export const listImports = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<ImportRow>`
    select ${importColumns} from imports
    where ${after}::uuid is null or (read_at, id) < (select i.read_at, i.id from imports i where i.id = ${after}::uuid)
    order by read_at desc, id desc limit ${limit}`)

/** Lets one import after another start or be undone, because each looks first whether one is running. */
export const lockStarts = (db: Queryable) =>
  db.one(sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('imports', 0))::text as locked`)

export const existsRunning = (db: Queryable) =>
  db.one(sql<{ exists: boolean }>`
    select exists (select from imports where state in ('running', 'undoing'))::boolean as exists`)

export const setState = (db: Queryable, id: string, state: ImportState) =>
  db.run(sql`
    update imports set state = ${state},
      started_at = case when ${state} = 'running' then now() else started_at end,
      ended_at = case when ${state} in ('done', 'undone') then now() else null end
    where id = ${id}`)

export const setOptions = (db: Queryable, id: string, options: unknown) =>
  db.run(sql`update imports set options = ${JSON.stringify(options)}::jsonb where id = ${id}`)

export const setDoneTo = (db: Queryable, id: string, doneTo: number) =>
  db.run(sql`update imports set done_to = ${doneTo} where id = ${id}`)

export const deleteImport = (db: Queryable, id: string) => db.run(sql`delete from imports where id = ${id}`)

export type Row = {
  position: number
  kind: 'plan' | 'person' | 'invite' | 'order'
  oldId: string
  email: string | null
  record: unknown
  refusal: Fault | null
  effect: 'added' | 'changed' | 'same' | 'refused' | null
}
const rowColumns = columns`position, kind, old_id as "oldId", email, record, refusal, effect`

export const listRows = (db: Queryable, importId: string, after: number, limit: number) =>
  db.query(sql<Row>`
    select ${rowColumns} from import_rows
    where import_id = ${importId} and position > ${after}::int order by position limit ${limit}::int`)

export const listRefused = (db: Queryable, importId: string, after: number, limit: number) =>
  db.query(sql<Row>`
    select ${rowColumns} from import_rows
    where import_id = ${importId} and position > ${after}::int and refusal is not null order by position limit ${limit}::int`)

export const countRows = (db: Queryable, importId: string) =>
  db.query(sql<{ kind: Row['kind']; effect: Row['effect']; code: string | null; count: number }>`
    select kind, effect, refusal ->> 'code' as code, count(*)::int as count
    from import_rows where import_id = ${importId} group by 1, 2, 3 order by 1, 2, 3`)

export const listPlanUse = (db: Queryable, importId: string) =>
  db.query(sql<{ plan: string; name: string | null; people: number }>`
    select p.plan, (select r.record ->> 'name' from import_rows r
      where r.import_id = ${importId} and r.kind = 'plan' and r.old_id = p.plan limit 1) as name, p.people
    from (select record ->> 'plan' as plan, count(*)::int as people from import_rows
      where import_id = ${importId} and kind = 'person' and record ->> 'plan' is not null group by 1) p
    order by p.people desc, p.plan`)

type Settled = { position: number; effect: string; refusal: Fault | null }
/** Marks rows of an import as done and removes their personal data. */
export const settleRows = (db: Queryable, importId: string, settled: readonly Settled[]) =>
  db.run(sql`
    update import_rows r set effect = s.effect, refusal = nullif(s.refusal, 'null'), email = null,
      record = case when r.kind = 'plan' then r.record end
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s (position int, effect text, refusal jsonb)
    where r.import_id = ${importId} and r.position = s.position`)

export type ImportedPerson = {
  oldId: string
  userId: string
  recordHash: Buffer
  expiresAt: Date | null
  joinedAt: Date | null
  isErased: boolean
}
/**
 * Imported people with these old ids. Locks their rows until the end of the transaction, in a fixed order to prevent
 * deadlocks.
 */
export const listPeople = (db: Queryable, origin: string, oldIds: readonly string[]) =>
  db.query(sql<ImportedPerson>`
    select p.old_id as "oldId", p.user_id as "userId", p.record_hash as "recordHash", p.expires_at as "expiresAt",
      p.joined_at as "joinedAt", (p.record_hash = ''::bytea)::boolean as "isErased"
    from imported_people p where p.origin = ${origin} and p.old_id = any(${oldIds}::text[]) order by p.user_id for update`)

type NewPerson = {
  origin: string
  oldId: string
  userId: string
  importId: string
  recordHash: Buffer
  expiresAt: Date | null
  registeredAt: Date | null
}
export const savePerson = (db: Queryable, p: NewPerson) =>
  db.run(sql`
    insert into imported_people (origin, old_id, user_id, import_id, record_hash, expires_at, registered_at)
    values (${p.origin}, ${p.oldId}, ${p.userId}, ${p.importId}, ${p.recordHash}, ${p.expiresAt}, ${p.registeredAt})
    on conflict (origin, old_id) do update
      set record_hash = excluded.record_hash, expires_at = excluded.expires_at, registered_at = excluded.registered_at`)

type NewOrder = {
  number: string
  userId: string
  plan: string
  period: string
  amountMinor: number
  status: string
  orderedAt: string
  paidAt: string | null
}
/** Saves the orders of an import. Returns the number of new and changed ones. */
export const saveOrders = (db: Queryable, origin: string, importId: string, orders: readonly NewOrder[]) =>
  db.run(sql`
    insert into imported_orders (origin, number, user_id, import_id, plan, period, amount_minor, status, ordered_at, paid_at)
    select distinct on (o.number) ${origin}, o.number, o."userId", ${importId}::uuid, o.plan, o.period, o."amountMinor",
      o.status, o."orderedAt", o."paidAt"
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o (number text, "userId" uuid, plan text, period text,
      "amountMinor" bigint, status text, "orderedAt" timestamptz, "paidAt" timestamptz)
    on conflict (origin, number) do update set status = excluded.status, paid_at = excluded.paid_at
    where (imported_orders.status, imported_orders.paid_at) is distinct from (excluded.status, excluded.paid_at)`)

export const listOrders = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<{
    origin: string
    number: string
    plan: string
    period: string
    amountMinor: number
    status: 'open' | 'paid' | 'cancelled'
    orderedAt: Date
    paidAt: Date | null
  }>`
    select origin, number, plan, period, amount_minor as "amountMinor", status, ordered_at as "orderedAt",
      paid_at as "paidAt"
    from imported_orders where user_id = ${userId} order by ordered_at desc, number limit ${limit}::int`)

export const listCreated = (db: Queryable, importId: string, after: string, limit: number) =>
  db.query(sql<{ userId: string; joinedAt: Date | null }>`
    select user_id as "userId", joined_at as "joinedAt" from imported_people
    where import_id = ${importId} and user_id > ${after}::uuid order by user_id limit ${limit}::int`)

/** Number of people whom this import created, and of those who have signed in. */
export const countCreated = (db: Queryable, importId: string) =>
  db.one(sql<{ people: number; joined: number }>`
    select count(*)::int as people, count(*) filter (where joined_at is not null)::int as joined
    from imported_people where import_id = ${importId}`)

export const deletePeople = (db: Queryable, importId: string, ids: readonly string[]) =>
  db.query(sql<{ id: string }>`
    select deleted as id from delete_imported_people(${importId}::uuid, ${ids}::uuid[]) as deleted`)

/**
 * Deletes the imported orders of an erased person and empties the staged rows. The mark that the person was imported
 * stays.
 */
export const erasePerson = (db: Queryable, userId: string, emails: readonly string[]) =>
  db.run(sql`
    with orders as (delete from imported_orders where user_id = ${userId}),
      staged as (
        update import_rows set record = null, email = null, effect = 'refused', refusal = '{"code": "erased"}'
        where email = any(${emails}::text[])),
      -- Rows of a newer file may have another address, and orders have none.
      others as (
        update import_rows r set record = null, email = null, effect = 'refused', refusal = '{"code": "erased"}'
        from imports i, imported_people p
        where r.import_id = i.id and i.origin = p.origin and p.user_id = ${userId} and r.record is not null
          and (r.email is null or r.email <> all(${emails}::text[]))
          and (r.old_id = p.old_id and r.kind = 'person' or r.record ->> 'personId' = p.old_id))
    update imported_people set record_hash = ''::bytea, expires_at = null, registered_at = null where user_id = ${userId}`)

export const deleteUnstarted = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from imports where id in (
      select id from imports where state = 'read' and read_at < now() - make_interval(days => ${days}::int)
      order by read_at limit ${limit}::int)`)

export const deleteOldRows = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from import_rows r using (
      select r.import_id, r.position from import_rows r join imports i on i.id = r.import_id
      where i.ended_at < now() - make_interval(days => ${days}::int) limit ${limit}::int) old
    where r.import_id = old.import_id and r.position = old.position`)
