import type { SegmentFilter } from '#shared/contract/operator/mailings.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type SegmentRow = { name: string; filter: SegmentFilter; operator: string; savedAt: Date }

export const listSegments = (db: Queryable) =>
  db.query(sql<SegmentRow>`
    select name, filter, operator, saved_at as "savedAt" from segments order by name limit 200`)

export const findSegment = (db: Queryable, name: string) =>
  db.maybe(sql<SegmentRow>`
    select name, filter, operator, saved_at as "savedAt" from segments where name = ${name}`)

/** Advisory lock on a segment's name, so that concurrent saves run one after the other, even for a new name. */
export const lockSegment = (tx: Transaction, name: string) =>
  tx.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('segment ' || ${name}::text, 0))::text as locked`)

export const countSegments = (db: Queryable) =>
  db.one(sql<{ count: number }>`select count(*)::integer as count from segments`)

export const saveSegment = (tx: Transaction, name: string, filter: SegmentFilter, operator: string) =>
  tx.run(sql`
    insert into segments (name, filter, operator) values (${name}, ${JSON.stringify(filter)}, ${operator})
    on conflict (name) do update set filter = excluded.filter, operator = excluded.operator, saved_at = now()`)

export const removeSegment = (tx: Transaction, name: string) => tx.run(sql`delete from segments where name = ${name}`)
