import { ruleMarks } from '#shared/risk-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { NewCommission } from './commissions.rules.ts'

type OrderRow = NewCommission & { voidReason: string | null; bookedAt: Date; isReserveOut: boolean }

const commissionColumns = columns`
  id, affiliate_id as "affiliateId", referred_id as "referredId", order_id as "orderId", campaign_id as "campaignId",
  reverses, type, terms_version as "termsVersion", tier, rate_bps as "rateBps", paid_currency as "paidCurrency",
  paid_minor as "paidMinor", usd_per_unit_micros as "usdMicros", amount_minor as "amountMinor", earned_at as "earnedAt",
  held_until as "heldUntil", review_reason as "reviewReason", void_reason as "voidReason", booked_at as "bookedAt",
  reserve_minor as "reserveMinor", reserve_until as "reserveUntil", (reserve_settlement_id is not null) as "isReserveOut"`

export const listOfOrder = (db: Queryable, orderId: string) =>
  db.query(sql<OrderRow>`
    select ${commissionColumns} from commissions where order_id = ${orderId} order by reverses is not null, booked_at, id`)

export const listOfOrders = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<OrderRow>`
    select ${commissionColumns}
    from commissions where order_id = any(${orderIds}::uuid[]) order by reverses is not null, booked_at, id`)

export type MonthSums = { firstMinor: number; renewalMinor: number; reversedMinor: number }

export const listMonths = (db: Queryable, affiliateId: string) =>
  db.query(sql<MonthSums & { month: string }>`
    select month::text as month, first_minor as "firstMinor", renewal_minor as "renewalMinor", reversed_minor as "reversedMinor"
    from affiliate_months where affiliate_id = ${affiliateId} order by month`)

export const countUnsettled = (db: Queryable, orderId: string) =>
  db.one(sql<{ rows: number }>`
    select count(*)::int as rows from commissions
    where order_id = ${orderId} and (settlement_id is null or (reserve_minor <> 0 and reserve_settlement_id is null))`)

/**
 * Puts all commission rows of an order under review for a reason; null ends the review. In rows whose amount is already
 * in a payout, only a reserve that is in no payout yet is affected. Returns the number of rows that had another reason.
 */
export const setReview = (db: Queryable, orderId: string, reason: string | null) =>
  db.run(sql`
    update commissions set review_reason = ${reason}
    where order_id = ${orderId} and review_reason is distinct from ${reason}
      and (settlement_id is null or (reserve_minor <> 0 and reserve_settlement_id is null))`)

/**
 * Puts an order's commission under review because of a risk rule. Keeps the reason of a review that is already open.
 */
export const setRuleReview = (db: Queryable, orderId: string, reason: string) =>
  db.run(sql`
    update commissions set review_reason = ${reason}
    where order_id = ${orderId} and review_reason is null
      and (settlement_id is null or (reserve_minor <> 0 and reserve_settlement_id is null))`)

/** Ends reviews of an order's commission that a risk rule began, never those of an operator. */
export const releaseRuleReview = (db: Queryable, orderId: string) =>
  db.run(sql`
    update commissions set review_reason = null
    where order_id = ${orderId} and review_reason = any(${ruleMarks}::text[])
      and (settlement_id is null or (reserve_minor <> 0 and reserve_settlement_id is null))`)

/**
 * Signs of abuse by an affiliate in the last 90 days. `refundedAfterPayout`: orders refunded after their commission was
 * paid out. `disputedOrders`: orders with a payment dispute, whatever its result.
 */
export const countTakenBack = (db: Queryable, affiliateId: string) =>
  db.one(sql<{ now: Date; refundedAfterPayout: number; disputedOrders: number }>`
    with back as materialized (
      select order_id, reverses, booked_at from commissions
      where affiliate_id = ${affiliateId} and reverses is not null and booked_at > now() - interval '90 days'
    )
    select now() as now,
      (select count(distinct l.order_id) from back l join lateral (
          select settlement_id, void_reason from commissions where id = l.reverses limit 1) f on f.void_reason is null
        join settlements s on s.id = f.settlement_id where s.state = 'paid' and s.paid_at < l.booked_at)::int as "refundedAfterPayout",
      (select count(*) from commissions where affiliate_id = ${affiliateId} and is_disputed and booked_at > now() - interval '90 days')::int
        as "disputedOrders"`)

export const setDisputed = (db: Queryable, orderId: string) =>
  db.run(sql`
    update commissions set is_disputed = true where order_id = ${orderId} and reverses is null and not is_disputed`)

export const sumByOrder = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<{
    orderId: string
    affiliateId: string
    referredId: string
    minor: number
    paidMinor: number
    review: string | null
    heldUntil: Date
    isHeld: boolean
  }>`
    select c.order_id as "orderId", c.affiliate_id as "affiliateId", c.referred_id as "referredId", sum(c.amount_minor)::bigint as minor,
      coalesce(sum(case when s.state = 'paid' then c.amount_minor - c.reserve_minor else 0 end
        + case when k.state = 'paid' then c.reserve_minor else 0 end), 0)::bigint as "paidMinor", max(c.review_reason) as review,
      max(c.held_until) as "heldUntil", bool_or(c.settlement_id is null and c.held_until > now()) as "isHeld"
    from commissions c left join settlements s on s.id = c.settlement_id left join settlements k on k.id = c.reserve_settlement_id
    where c.order_id = any(${orderIds}::uuid[])
    group by c.order_id, c.affiliate_id, c.referred_id order by min(c.booked_at), c.order_id`)

export const hasEarned = async (db: Queryable, affiliateId: string): Promise<boolean> =>
  (
    await db.one(
      sql<{
        earned: boolean
      }>`select exists (select from commissions where affiliate_id = ${affiliateId})::boolean as earned`,
    )
  ).earned

export const setVoid = (db: Queryable, orderId: string, reason: string) =>
  db.run(sql`
    update commissions set void_reason = ${reason}
    where order_id = ${orderId} and reverses is null and void_reason is null`)

export const sumPaidOut = (db: Queryable, orderId: string) =>
  db.one(sql<{ minor: number }>`
    select coalesce(sum(c.amount_minor - case when k.state = 'paid' then 0 else c.reserve_minor end), 0)::bigint as minor
    from commissions c join settlements s on s.id = c.settlement_id left join settlements k on k.id = c.reserve_settlement_id
    where c.order_id = ${orderId} and s.state = 'paid'`)

/**
 * Balance of an affiliate that is in no payout yet; negative if the affiliate owes money. Computed from monthly sums
 * and payouts, so the cost does not depend on the number of commissions; a nightly job compares it with the rows.
 * Payouts that are being cancelled count as not made.
 */
export const sumUnsettled = (db: Queryable, affiliateId: string) =>
  db.one(sql<{ minor: number }>`
    select (coalesce((select sum(first_minor + renewal_minor - reversed_minor) from affiliate_months where affiliate_id = ${affiliateId}), 0)
      - coalesce((select sum(amount_minor) from settlements
        where affiliate_id = ${affiliateId} and state in ('drawing', 'prepared', 'approved', 'paid')), 0))::bigint as minor`)
