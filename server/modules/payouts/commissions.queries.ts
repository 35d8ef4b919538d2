import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { NewCommission } from './commissions.rules.ts'

/** The commission of an order and what took it back, the first first. */
export const listOfOrder = (db: Queryable, orderId: string) =>
  db.query(sql<NewCommission & { voidReason: string | null; bookedAt: Date }>`
    select id, affiliate_id as "affiliateId", referred_id as "referredId", order_id as "orderId", campaign_id as "campaignId",
      reverses, type, terms_version as "termsVersion", tier, rate_bps as "rateBps", paid_currency as "paidCurrency",
      paid_minor as "paidMinor", usd_per_unit_micros as "usdMicros", amount_minor as "amountMinor", earned_at as "earnedAt",
      held_until as "heldUntil", review_reason as "reviewReason", void_reason as "voidReason", booked_at as "bookedAt"
    from commissions where order_id = ${orderId} order by reverses is not null, booked_at, id`)

/** Those of several orders, each as in `listOfOrder`. */
export const listOfOrders = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<NewCommission & { voidReason: string | null; bookedAt: Date }>`
    select id, affiliate_id as "affiliateId", referred_id as "referredId", order_id as "orderId", campaign_id as "campaignId",
      reverses, type, terms_version as "termsVersion", tier, rate_bps as "rateBps", paid_currency as "paidCurrency",
      paid_minor as "paidMinor", usd_per_unit_micros as "usdMicros", amount_minor as "amountMinor", earned_at as "earnedAt",
      held_until as "heldUntil", review_reason as "reviewReason", void_reason as "voidReason", booked_at as "bookedAt"
    from commissions where order_id = any(${orderIds}::uuid[]) order by reverses is not null, booked_at, id`)

export type MonthSums = { firstMinor: number; renewalMinor: number; reversedMinor: number }

export const listMonths = (db: Queryable, affiliateId: string) =>
  db.query(sql<MonthSums & { month: string }>`
    select month::text as month, first_minor as "firstMinor", renewal_minor as "renewalMinor", reversed_minor as "reversedMinor"
    from affiliate_months where affiliate_id = ${affiliateId} order by month`)

/** What cannot be paid out yet: within its hold, or put under review. Both are few, and found by their indexes. */
export const sumHeld = (db: Queryable, affiliateId: string) =>
  db.one(sql<{ minor: number }>`
    select (coalesce((select sum(amount_minor) from commissions
        where affiliate_id = ${affiliateId} and settlement_id is null and held_until > now()), 0)
      + coalesce((select sum(amount_minor) from commissions
        where affiliate_id = ${affiliateId} and settlement_id is null and held_until <= now() and review_reason is not null), 0)
      )::bigint as minor`)

/** Holds every row of an order, or lets it go again; those in a settlement have gone their way. */
export const setReview = (db: Queryable, orderId: string, reason: string | null) =>
  db.run(sql`update commissions set review_reason = ${reason} where order_id = ${orderId} and settlement_id is null`)

/** Whether this affiliate has earned a commission before. */
export const hasEarned = async (db: Queryable, affiliateId: string): Promise<boolean> =>
  (
    await db.one(
      sql<{
        earned: boolean
      }>`select exists (select from commissions where affiliate_id = ${affiliateId})::boolean as earned`,
    )
  ).earned

/** 0 if there is none, or it is taken back for good already. */
export const setVoid = (db: Queryable, orderId: string, reason: string) =>
  db.run(sql`
    update commissions set void_reason = ${reason}
    where order_id = ${orderId} and reverses is null and void_reason is null`)

/** What of an order's commission was paid out. */
export const sumPaidOut = (db: Queryable, orderId: string) =>
  db.one(sql<{ minor: number }>`
    select coalesce(sum(c.amount_minor), 0)::bigint as minor
    from commissions c join settlements s on s.id = c.settlement_id where c.order_id = ${orderId} and s.state = 'paid'`)

/** What an affiliate has still to come, before what is in settlements; less than nothing where they owe. */
export const sumUnsettled = (db: Queryable, affiliateId: string) =>
  db.one(sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from commissions
    where affiliate_id = ${affiliateId} and settlement_id is null`)
