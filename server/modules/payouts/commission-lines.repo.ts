import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type CommissionLine = {
  id: string
  uid: number | null
  productNames: Localized
  orderId: string
  orderNumber: string
  orderPaidMinor: number
  paidCurrency: Currency
  referredId: string
  type: 'first' | 'renewal'
  termsVersion: number
  tier: string
  rateBps: number
  usdMicros: number
  amountMinor: number
  earnedAt: Date
  bookedAt: Date
  heldUntil: Date
  reviewReason: string | null
  reverses: string | null
  reversedMinor: number
  reserveTakenMinor: number
  slug: string | null
  settlementId: string | null
  settlementState: string | null
  reserveMinor: number
  reserveUntil: Date | null
  reserveSettlementId: string | null
  reserveSettlementState: string | null
  now: Date
}
export type LineFilter = {
  type: 'first' | 'renewal' | null
  campaignId: string | null
  from: Date | null
  to: Date | null
}
type Id = { id: string }

/** Commissions in the order of `ids`. Leaves out commissions of other affiliates. */
export const listLines = (db: Queryable, affiliateId: string, ids: readonly string[]) =>
  db.query(sql<CommissionLine>`
    select c.id, case when not u.is_erased then u.uid end as uid, o.product_names as "productNames",
      c.order_id as "orderId", o.number as "orderNumber", c.paid_minor as "orderPaidMinor", c.paid_currency as "paidCurrency",
      c.referred_id as "referredId", c.type, c.terms_version as "termsVersion", c.tier, c.rate_bps as "rateBps",
      c.usd_per_unit_micros as "usdMicros", c.amount_minor as "amountMinor", c.earned_at as "earnedAt", c.booked_at as "bookedAt",
      c.held_until as "heldUntil", c.review_reason as "reviewReason", c.reverses,
      coalesce(b.amount, 0)::bigint as "reversedMinor", coalesce(b.reserve, 0)::bigint as "reserveTakenMinor",
      k.slug, c.settlement_id as "settlementId", s.state as "settlementState",
      c.reserve_minor as "reserveMinor", c.reserve_until as "reserveUntil", c.reserve_settlement_id as "reserveSettlementId",
      p.state as "reserveSettlementState", now() as now
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join commissions c on c.id = wanted.id
    join order_labels o on o.id = c.order_id join account_labels u on u.user_id = c.referred_id
    left join campaign_labels k on k.id = c.campaign_id left join settlements s on s.id = c.settlement_id
    left join settlements p on p.id = c.reserve_settlement_id
    left join lateral (
      select -sum(r.amount_minor) as amount, -sum(r.reserve_minor) as reserve from commissions r
      where r.order_id = c.order_id and r.reverses = c.id) b on true
    where c.affiliate_id = ${affiliateId} order by wanted.place`)

/*
 * The following queries return the ids of a page of commissions, newest first. `before`: last id of the previous page.
 * The sort order matches only the index by affiliate, so that PostgreSQL uses this index. Each set of states has its
 * own SQL statement, because a prepared statement uses a partial index only if its condition is in the text.
 */

export const findAll = (db: Queryable, affiliateId: string, f: LineFilter, before: string, limit: number) =>
  db.query(sql<Id>`
    select c.id from commissions c
    where c.affiliate_id = ${affiliateId} and (c.booked_at, c.id) < (
        coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
      and (${f.from}::timestamptz is null or c.booked_at >= ${f.from}::timestamptz)
      and (${f.to}::timestamptz is null or c.booked_at < ${f.to}::timestamptz)
      and (${f.type}::text is null or c.type = ${f.type}::text)
      and (${f.campaignId}::uuid is null or c.campaign_id = ${f.campaignId}::uuid)
    order by c.booked_at desc, c.id desc limit ${limit}`)

/** Commissions in their hold period, without those under review. They cover a few weeks, however old the account is. */
export const findHeld = (db: Queryable, affiliateId: string, f: LineFilter, before: string, limit: number) =>
  db.query(sql<Id>`
    select c.id from commissions c
    where c.affiliate_id = ${affiliateId} and c.settlement_id is null and c.review_reason is null and c.held_until > now()
      and (c.booked_at, c.id) < (
        coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
      and (${f.from}::timestamptz is null or c.booked_at >= ${f.from}::timestamptz)
      and (${f.to}::timestamptz is null or c.booked_at < ${f.to}::timestamptz)
      and (${f.type}::text is null or c.type = ${f.type}::text)
      and (${f.campaignId}::uuid is null or c.campaign_id = ${f.campaignId}::uuid)
    order by c.booked_at desc, c.id desc limit ${limit}`)

/** Commissions under review. There are few of them among many that are in no payout yet. */
export const findUnderReview = (db: Queryable, affiliateId: string, f: LineFilter, before: string, limit: number) =>
  db.query(sql<Id>`
    select c.id from commissions c
    where c.affiliate_id = ${affiliateId} and c.settlement_id is null and c.review_reason is not null
      and (c.booked_at, c.id) < (
        coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
      and (${f.from}::timestamptz is null or c.booked_at >= ${f.from}::timestamptz)
      and (${f.to}::timestamptz is null or c.booked_at < ${f.to}::timestamptz)
      and (${f.type}::text is null or c.type = ${f.type}::text)
      and (${f.campaignId}::uuid is null or c.campaign_id = ${f.campaignId}::uuid)
    order by c.booked_at desc, c.id desc limit ${limit}`)

/**
 * Commissions that can be paid next, latest end of the hold period first. Newer commissions are still held and may be
 * many.
 */
export const findPayable = (db: Queryable, affiliateId: string, f: LineFilter, before: string, limit: number) =>
  db.query(sql<Id>`
    select c.id from commissions c
    where c.affiliate_id = ${affiliateId} and c.settlement_id is null and c.review_reason is null and c.held_until <= now()
      and (c.held_until, c.booked_at, c.id) < (
        coalesce((select b.held_until from commissions b where b.id = ${before}::uuid), 'infinity'),
        coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
      and (${f.from}::timestamptz is null or c.booked_at >= ${f.from}::timestamptz)
      and (${f.to}::timestamptz is null or c.booked_at < ${f.to}::timestamptz)
      and (${f.type}::text is null or c.type = ${f.type}::text)
      and (${f.campaignId}::uuid is null or c.campaign_id = ${f.campaignId}::uuid)
    order by c.held_until desc, c.booked_at desc, c.id desc limit ${limit}`)

/**
 * Commissions in paid or open payouts. Reads one page per payout (there is one a month), so that newer commissions are
 * not scanned.
 */
export const findSettled = (
  db: Queryable,
  affiliateId: string,
  isPaid: boolean,
  f: LineFilter,
  before: string,
  limit: number,
) =>
  db.query(sql<Id>`
    select c.id from settlements s cross join lateral (
      select c.id, c.booked_at from commissions c
      where c.settlement_id = s.id and (c.booked_at, c.id) < (
          coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
        and (${f.from}::timestamptz is null or c.booked_at >= ${f.from}::timestamptz)
        and (${f.to}::timestamptz is null or c.booked_at < ${f.to}::timestamptz)
        and (${f.type}::text is null or c.type = ${f.type}::text)
        and (${f.campaignId}::uuid is null or c.campaign_id = ${f.campaignId}::uuid)
      order by c.booked_at desc, c.id desc limit ${limit}) c
    where s.affiliate_id = ${affiliateId} and (s.state = 'paid') = ${isPaid}::boolean
    order by c.booked_at desc, c.id desc limit ${limit}`)

/** Commissions whose amount or reserve is in a payout. The amounts and the reserves are found by separate indexes. */
export const findOfPayout = (
  db: Queryable,
  p: { affiliateId: string; settlementId: string },
  before: string,
  limit: number,
) =>
  db.query(sql<Id>`
    select c.id from (
      (select c.id, c.booked_at from commissions c
        where c.settlement_id = ${p.settlementId} and c.affiliate_id = ${p.affiliateId} and (c.booked_at, c.id) < (
          coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
        order by c.booked_at desc, c.id desc limit ${limit})
      union
      (select c.id, c.booked_at from commissions c
        where c.reserve_settlement_id = ${p.settlementId} and c.affiliate_id = ${p.affiliateId} and (c.booked_at, c.id) < (
          coalesce((select b.booked_at from commissions b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
        order by c.booked_at desc, c.id desc limit ${limit})) c
    order by c.booked_at desc, c.id desc limit ${limit}`)
