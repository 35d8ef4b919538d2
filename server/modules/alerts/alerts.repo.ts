import type { AlertKind } from '#shared/alert-kinds.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Advisory lock: only one worker at a time changes alerts. */
export const lockAlerts = (db: Queryable) =>
  db.one(sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('alerts', 0))::text as locked`)

export type OpenRow = {
  id: string
  kind: AlertKind
  subject: string
  level: number
  worst: number
  turn: number
  detail: string | null
  amount: number | null
  total: number | null
  since: Date | null
  seenAt: Date
  toldAt: Date
  goneAt: Date | null
  acknowledgedAt: Date | null
}
export const listOpenOf = (db: Queryable, kinds: readonly string[]) =>
  db.query(sql<OpenRow>`
    select id, kind, subject, level, worst, turn, detail, amount, total, since, seen_at as "seenAt", told_at as "toldAt",
      gone_at as "goneAt", acknowledged_at as "acknowledgedAt"
    from alerts where resolved_at is null and kind = any(${kinds})`)

type FactsRow = {
  id: string
  kind: string
  subject: string
  level: number
  detail: string | null
  amount: number | null
  total: number | null
  since: Date | null
}
export const insertAlerts = (db: Queryable, rows: readonly FactsRow[]) =>
  db.query(sql<{ id: string }>`
    insert into alerts (id, kind, subject, level, worst, detail, amount, total, since)
    select r.id, r.kind, r.subject, r.level, r.level, r.detail, r.amount, r.total, r.since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, kind text, subject text, level smallint, detail text, amount integer, total integer, since timestamptz)
    on conflict (kind, subject) where resolved_at is null do nothing returning id`)

type SeenRow = Omit<FactsRow, 'kind' | 'subject'> & { isWorse: boolean }
/**
 * Saves alerts whose problem was seen again. Rows with `isWorse` trigger another notification and end the
 * acknowledgement.
 */
export const updateSeen = (db: Queryable, rows: readonly SeenRow[]) =>
  db.run(sql`
    update alerts a set level = r.level, worst = greatest(a.worst, r.level), detail = r.detail, amount = r.amount, total = r.total,
      since = r.since, seen_at = now(), gone_at = null,
      turn = a.turn + case when r."isWorse" then 1 else 0 end, told_at = case when r."isWorse" then now() else a.told_at end,
      acknowledged_at = case when not r."isWorse" then a.acknowledged_at end,
      acknowledged_by = case when not r."isWorse" then a.acknowledged_by end, note = case when not r."isWorse" then a.note end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, level smallint, detail text, amount integer, total integer, since timestamptz, "isWorse" boolean)
    where a.id = r.id and a.resolved_at is null`)

export const remind = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`update alerts set turn = turn + 1, told_at = now() where id = any(${ids}::uuid[]) and resolved_at is null`)

export const markGone = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`update alerts set gone_at = now() where id = any(${ids}::uuid[]) and resolved_at is null`)

export const resolve = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`update alerts set resolved_at = now() where id = any(${ids}::uuid[]) and resolved_at is null`)

export const acknowledge = (db: Queryable, a: { ids: readonly string[]; by: string; note: string | null }) =>
  db.run(sql`
    update alerts set acknowledged_at = now(), acknowledged_by = ${a.by}, note = ${a.note}
    where id = any(${a.ids}::uuid[]) and resolved_at is null and acknowledged_at is null`)

export const lockUnacknowledged = (db: Queryable, id: string | null, kind: string | null, limit: number) =>
  db.query(sql<{ id: string; kind: AlertKind; subject: string }>`
    select id, kind, subject from alerts
    where resolved_at is null and acknowledged_at is null and (${id}::uuid is null or id = ${id}) and (${kind}::text is null or kind = ${kind})
    order by opened_at, id limit ${limit} for update`)

export const deleteOld = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from alerts where id in (
      select id from alerts where resolved_at < now() - make_interval(days => ${days}::int) order by resolved_at limit ${limit})`)
