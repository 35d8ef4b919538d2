import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

export type DoneRefund = {
  id: string
  orderId: string
  attemptId: string
  provider: ProviderId
  deniedSince: Date | null
}

/**
 * Claims completed refunds that may still fail; those checked longest ago come first. Each is checked every eight hours
 * for thirty days, and hourly once the provider no longer knows the refund. The chain watcher checks chain refunds.
 */
export const claimDoneRefunds = (db: Queryable, provider: ProviderId, limit: number) =>
  db.query(sql<DoneRefund>`
    update refunds r set checked_at = now() from payment_attempts a
    where a.id = r.attempt_id and r.id in (
      select d.id from refunds d join payment_attempts o on o.id = d.attempt_id
      where d.status = 'done' and o.provider = ${provider} and d.settled_at > now() - interval '30 days'
        and coalesce(d.checked_at, d.settled_at)
          < now() - case when d.denied_since is null then interval '8 hours' else interval '1 hour' end
      order by coalesce(d.checked_at, d.settled_at), d.id limit ${limit} for update of d skip locked)
    returning r.id as "id", r.order_id as "orderId", r.attempt_id as "attemptId", a.provider as "provider",
      r.denied_since as "deniedSince"`)

export const setRefundDenied = (db: Queryable, id: string, since: Date | null) =>
  db.run(sql`update refunds set denied_since = ${since} where id = ${id} and denied_since is distinct from ${since}`)

type SlowRefund = {
  id: string
  orderId: string
  attemptId: string
  amountMinor: number
  currency: string
}

/**
 * Refunds requested more than three days ago that are still pending at the provider and never had a `refund_slow`
 * review.
 */
export const listSlowRefunds = (db: Queryable, provider: ProviderId, limit: number) =>
  db.query(sql<SlowRefund>`
    select r.id as "id", r.order_id as "orderId", r.attempt_id as "attemptId",
      r.amount_minor as "amountMinor", r.currency as "currency"
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.status in ('requested', 'sent') and r.created_at < now() - interval '3 days' and a.provider = ${provider}
      and not exists (
        select from review_items i where i.order_id = r.order_id and i.reason = 'refund_slow' and i.subject = r.id)
    order by r.created_at, r.id limit ${limit}`)
