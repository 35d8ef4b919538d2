import type { AlertKind } from '#shared/alert-kinds.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

const alertStates = ['open', 'acknowledged', 'past'] as const
type AlertState = (typeof alertStates)[number]

type AlertRow = {
  id: string
  kind: AlertKind
  subject: string
  level: number
  detail: string | null
  amount: number | null
  total: number | null
  since: Date | null
  openedAt: Date
  seenAt: Date
  resolvedAt: Date | null
  acknowledgedAt: Date | null
  acknowledgedById: string | null
  note: string | null
}

export const listAlerts = (
  db: Queryable,
  { state, kinds, after }: { state: AlertState; kinds: readonly string[]; after: string | null },
  limit: number,
) =>
  db.query(sql<AlertRow>`
    select a.id, a.kind, a.subject, a.level, a.detail, a.amount, a.total, a.since, a.opened_at as "openedAt", a.seen_at as "seenAt",
      a.resolved_at as "resolvedAt", a.acknowledged_at as "acknowledgedAt", a.acknowledged_by as "acknowledgedById", a.note
    from alerts a
    where a.kind = any(${kinds}) and case ${state}::text when 'past' then a.resolved_at is not null
        when 'acknowledged' then a.resolved_at is null and a.acknowledged_at is not null
        else a.resolved_at is null and a.acknowledged_at is null end
      and (${after}::uuid is null or (a.opened_at, a.id) < (select b.opened_at, b.id from alerts b where b.id = ${after}::uuid))
    order by a.opened_at desc, a.id desc limit ${limit}`)

export const countOpen = (db: Queryable, kinds: readonly string[], limit: number) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from alerts where resolved_at is null and acknowledged_at is null and kind = any(${kinds}) limit ${limit}) open`)

/** Number of unresolved alerts by kind, acknowledged or not. */
export const countByKind = (db: Queryable) =>
  db.query(sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from alerts where resolved_at is null group by kind`)

type ToldRow = { alertId: string; operatorId: string; channel: 'mail' | 'webhook'; at: Date }

export const listSentNotices = (db: Queryable, alertIds: readonly string[]) =>
  db.query(sql<ToldRow>`
    select n.alert_id as "alertId", n.operator_id as "operatorId", n.channel, max(m.at) as at
    from alert_notices n join alert_messages m on m.id = n.message_id
    where n.alert_id = any(${alertIds}::uuid[]) group by n.alert_id, n.operator_id, n.channel order by at, n.operator_id, n.channel`)
