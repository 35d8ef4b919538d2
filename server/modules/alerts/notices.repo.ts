import type { AlertChannel, AlertKind } from '#shared/alert-kinds.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Addressee = { operatorId: string; channel: AlertChannel; kinds: readonly string[] }

/**
 * Adds notices for the current turn of these alerts; a turn is an alert's opening, worsening or reminder, and the
 * caller passes alerts whose turn is new. Skips notices that exist already.
 */
export const insertOwed = (db: Queryable, alertIds: readonly string[], addressees: readonly Addressee[]) =>
  db.run(sql`
    insert into alert_notices (alert_id, turn, operator_id, channel)
    select a.id, a.turn, r."operatorId", r.channel
    from alerts a, jsonb_to_recordset(${JSON.stringify(addressees)}::jsonb) as r ("operatorId" uuid, channel text, kinds jsonb)
    where a.id = any(${alertIds}::uuid[]) and r.kinds ? a.kind
    on conflict do nothing`)

export type OwedRow = {
  alertId: string
  turn: number
  operatorId: string
  channel: AlertChannel
  owedAt: Date
  kind: AlertKind
  subject: string
  level: number
  detail: string | null
  amount: number | null
  total: number | null
  since: Date | null
  openedAt: Date
  isOver: boolean
}
export const listOwed = (db: Queryable) =>
  db.query(sql<OwedRow>`
    select n.alert_id as "alertId", n.turn, n.operator_id as "operatorId", n.channel, n.owed_at as "owedAt", a.kind, a.subject, a.level,
      a.detail, a.amount, a.total, a.since, a.opened_at as "openedAt",
      (a.resolved_at is not null or a.acknowledged_at is not null) as "isOver"
    from alert_notices n join alerts a on a.id = n.alert_id
    where n.message_id is null order by a.opened_at, a.id`)

type Which = { operatorId: string; channel: AlertChannel; alertIds: readonly string[] }
export const markTold = (db: Queryable, w: Which, messageId: string) =>
  db.run(sql`
    update alert_notices set message_id = ${messageId}
    where operator_id = ${w.operatorId} and channel = ${w.channel} and alert_id = any(${w.alertIds}::uuid[]) and message_id is null`)

export const dropOwed = (db: Queryable, w: Which) =>
  db.run(sql`
    delete from alert_notices
    where operator_id = ${w.operatorId} and channel = ${w.channel} and alert_id = any(${w.alertIds}::uuid[]) and message_id is null`)

type NewMessage = {
  id: string
  operatorId: string
  channel: AlertChannel
  kinds: readonly string[]
  body: string | null
}
export const insertMessage = (db: Queryable, m: NewMessage) =>
  db.run(sql`
    insert into alert_messages (id, operator_id, channel, kinds, body, due_at)
    values (${m.id}, ${m.operatorId}, ${m.channel}, ${m.kinds}, ${m.body}, case when ${m.body}::text is not null then now() end)`)

export const findSample = (db: Queryable, operatorId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from alert_messages
    where operator_id = ${operatorId} and kinds = '{}' and at > now() - interval '1 minute' limit 1`)

export const listLastTold = (db: Queryable) =>
  db.query(sql<{ operatorId: string; channel: AlertChannel; kind: string; at: Date }>`
    select m.operator_id as "operatorId", m.channel, k.kind, max(m.at) as at
    from alert_messages m cross join lateral unnest(m.kinds) as k (kind)
    where m.at > now() - interval '2 hours' and m.at <= now() group by m.operator_id, m.channel, k.kind`)

export type DueMessage = { id: string; body: string | null; at: Date; failures: number }
export const listDue = (db: Queryable, operatorId: string, limit: number) =>
  db.query(sql<DueMessage>`
    select id, body, at, failures from alert_messages where operator_id = ${operatorId} and due_at <= now() order by at, id limit ${limit}`)

export const listDueOperators = (db: Queryable) =>
  db.query(sql<{ operatorId: string }>`
    select distinct operator_id as "operatorId" from alert_messages where due_at <= now()`)

export const finishMessage = (db: Queryable, id: string) =>
  db.run(sql`update alert_messages set body = null, due_at = null where id = ${id}`)

export const postpone = (db: Queryable, id: string, minutes: number) =>
  db.run(sql`
    update alert_messages set failures = failures + 1, due_at = now() + make_interval(mins => ${minutes}::int)
    where id = ${id} and due_at is not null`)

export const finishMessagesOf = (db: Queryable, operatorId: string) =>
  db.run(
    sql`update alert_messages set body = null, due_at = null where operator_id = ${operatorId} and due_at is not null`,
  )

export const deleteOldMessages = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from alert_messages where id in (
      select m.id from alert_messages m
      where m.at < now() - make_interval(days => ${days}::int) and m.due_at is null
        and not exists (select from alert_notices n where n.message_id = m.id)
      limit ${limit})`)
