import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const findFoldedDay = (db: Queryable) =>
  db.one(sql<{ last: string | null }>`select max(day)::text as last from commission_hold_folds`)

/**
 * Sums of an affiliate's commissions that cannot be paid yet, in US cents, by the month (UTC, first day) in which their
 * reserve ends; null without a reserve. `heldMinor`: commissions in their hold period or under review, with their
 * reserve, and reserves under review. `reservedMinor`: all other reserves.
 * Sums that end on a future day come from the stored sums. What ends today, newer bookings and commissions under review
 * are read row by row.
 */
export const listWaiting = (db: Queryable, affiliateId: string) =>
  db.query(sql<{ month: string | null; heldMinor: number; reservedMinor: number }>`
    with edge as materialized (
      select (now() at time zone 'UTC')::date as today,
        ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' as tomorrow,
        coalesce((select max(day) + 1 from commission_hold_folds)::timestamp at time zone 'UTC', '-infinity') as live_from
    ), waiting as (
      select case when h.ends_on > h.held_on then h.ends_on end as reserve_on,
        case when h.held_on > e.today then h.amount_minor else 0 end as held,
        case when h.held_on > e.today then 0 else h.reserve_minor end as reserved
      from edge e join commission_holds h on h.affiliate_id = ${affiliateId} and h.ends_on > e.today
      union all
      select (day at time zone 'UTC')::date, held, reserved
      from (
        select date_bin('1 day', c.reserve_until, 'epoch') as day, sum(c.amount_minor) filter (where c.held_until >= e.tomorrow) as held,
          sum(c.reserve_minor) filter (where c.held_until < e.tomorrow) as reserved
        from edge e join commissions c on c.affiliate_id = ${affiliateId} and c.booked_at >= e.live_from
        where e.live_from > '-infinity' and greatest(c.held_until, c.reserve_until) >= e.tomorrow group by 1
        union all
        select date_bin('1 day', c.reserve_until, 'epoch'), sum(c.amount_minor), 0 from commissions c
        where (select live_from from edge) = '-infinity' and c.affiliate_id = ${affiliateId} and c.settlement_id is null
          and c.held_until >= (select tomorrow from edge) group by 1
        union all
        select date_bin('1 day', c.reserve_until, 'epoch'), 0, sum(c.reserve_minor) from commissions c
        where (select live_from from edge) = '-infinity' and c.affiliate_id = ${affiliateId} and c.reserve_minor <> 0
          and c.reserve_settlement_id is null and c.reserve_until >= (select tomorrow from edge)
          and c.held_until < (select tomorrow from edge) group by 1
        union all
        select date_bin('1 day', c.reserve_until, 'epoch'), sum(c.amount_minor), -sum(c.reserve_minor) filter (where c.reserve_until > now())
        from edge e join commissions c on c.affiliate_id = ${affiliateId} and c.settlement_id is null
          and c.held_until > now() and c.held_until < e.tomorrow group by 1
        union all
        select date_bin('1 day', c.reserve_until, 'epoch'), 0, sum(c.reserve_minor)
        from edge e join commissions c on c.affiliate_id = ${affiliateId} and c.reserve_minor <> 0 and c.reserve_settlement_id is null
          and c.reserve_until > now() and c.reserve_until < e.tomorrow group by 1) d
      union all
      select (c.reserve_until at time zone 'UTC')::date,
        case when c.settlement_id is null then c.amount_minor else c.reserve_minor end,
        case when c.reserve_until > now() then -c.reserve_minor else 0 end
      from commissions c
      where c.affiliate_id = ${affiliateId} and c.review_reason is not null and c.held_until <= now() and c.reserve_settlement_id is null
    )
    select date_trunc('month', reserve_on)::date::text as month, coalesce(sum(held), 0)::bigint as "heldMinor",
      coalesce(sum(reserved), 0)::bigint as "reservedMinor"
    from waiting group by 1 order by 1 nulls first`)
