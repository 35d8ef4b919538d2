import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { MonthSums } from './commissions.queries.ts'
import type { NewCommission } from './commissions.rules.ts'

export const insertCommission = (db: Queryable, c: NewCommission) =>
  db.run(sql`
    insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps,
      paid_currency, paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, review_reason,
      reserve_minor, reserve_until)
    values (${c.id}, ${c.affiliateId}, ${c.referredId}, ${c.orderId}, ${c.campaignId}, ${c.reverses}, ${c.type}, ${c.termsVersion},
      ${c.tier}, ${c.rateBps}, ${c.paidCurrency}, ${c.paidMinor}, ${c.usdMicros}, ${c.amountMinor}, ${c.earnedAt}, ${c.heldUntil},
      ${c.reviewReason}, ${c.reserveMinor}, ${c.reserveUntil})`)

export const addToMonth = (db: Queryable, affiliateId: string, month: string, c: MonthSums) =>
  db.run(sql`
    insert into affiliate_months as m (affiliate_id, month, first_minor, renewal_minor, reversed_minor)
    values (${affiliateId}, ${month}::date, ${c.firstMinor}, ${c.renewalMinor}, ${c.reversedMinor})
    on conflict (affiliate_id, month) do update set first_minor = m.first_minor + excluded.first_minor,
      renewal_minor = m.renewal_minor + excluded.renewal_minor, reversed_minor = m.reversed_minor + excluded.reversed_minor`)

export type EarnedPart = MonthSums & { link: string | null; month: string; unsettledMinor: number; last: string | null }

/**
 * Page of an affiliate's commission rows by time, summed by link and month: earned, reversed, and the part that is in
 * no active payout. `after`: last id of the previous page.
 */
export const sumEarnedPage = (db: Queryable, affiliateId: string, after: string, limit: number) =>
  db.query(sql<EarnedPart>`
    with page as materialized (
      select id, booked_at, campaign_id, type, amount_minor, reserve_minor, settlement_id, reserve_settlement_id from commissions
      where affiliate_id = ${affiliateId} and (booked_at, id) > (
        coalesce((select b.booked_at from commissions b where b.id = ${after}::uuid), '-infinity'), ${after}::uuid)
      order by booked_at, id limit ${limit}
    )
    select c.campaign_id::text as link, date_trunc('month', c.booked_at at time zone 'UTC')::date::text as month,
      coalesce(sum(c.amount_minor) filter (where c.type = 'first' and c.amount_minor > 0), 0)::bigint as "firstMinor",
      coalesce(sum(c.amount_minor) filter (where c.type <> 'first' and c.amount_minor > 0), 0)::bigint as "renewalMinor",
      coalesce(-sum(c.amount_minor) filter (where c.amount_minor < 0), 0)::bigint as "reversedMinor",
      sum(case when c.settlement_id is null or s.state in ('undoing', 'cancelled') then c.amount_minor
        when c.reserve_settlement_id is null or k.state in ('undoing', 'cancelled') then c.reserve_minor else 0 end)::bigint as "unsettledMinor",
      (select l.id::text from page l order by l.booked_at desc, l.id desc limit 1) as last
    from page c left join settlements s on s.id = c.settlement_id left join settlements k on k.id = c.reserve_settlement_id
    group by c.campaign_id, date_trunc('month', c.booked_at at time zone 'UTC')`)
