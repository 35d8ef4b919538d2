import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Marked } from './affiliate-days.repo.ts'
import type { Counts, Dimension, Mark } from './affiliate-days.rules.ts'

/**
 * Counts the activity of affiliates by day and dimension from the source rows, with the SQL statement that also made
 * the stored daily totals. Sign-ups count only while the inviter was an affiliate. A commission has an empty link key
 * if its customer signed up before that.
 */
export const listMarks = (
  db: Queryable,
  affiliateIds: readonly string[],
  dimensions: readonly Dimension[],
  from: Date,
  until: Date,
) =>
  db.query(sql<Marked>`
    with marks as (
      select k.user_id as affiliate_id, v.at, k.id::text as link, null as plan, null as source, null as language, null as currency,
        1 as visits, 0 as sign_ups, false as is_order, null as type, 0::bigint as minor
      from affiliate_campaigns k join visit_marks v on v.campaign_id = k.id
      where k.user_id = any(${affiliateIds}::uuid[]) and v.at >= ${from} and v.at < ${until}
      union all
      select r.inviter_id, r.referred_at, r.campaign_id::text, null, r.source, coalesce(r.language, ''), null, 0, 1, false, null, 0
      from sign_up_marks r
      where r.inviter_id = any(${affiliateIds}::uuid[]) and r.campaign_id is not null
        and r.referred_at >= ${from} and r.referred_at < ${until}
      union all
      select c.affiliate_id, c.booked_at, coalesce(c.campaign_id::text, ''), o.goods_id, coalesce(r.source, 'code'),
        coalesce(r.language, ''), c.paid_currency, 0, 0, c.reverses is null, c.type, c.amount_minor
      from commission_marks c
      left join lateral (
        select goods_id from order_labels where id = c.order_id and 'plan' = any(${dimensions}::text[]) limit 1) o on true
      left join lateral (
        select source, language from sign_up_marks
        where user_id = c.referred_id and array['source', 'language'] && ${dimensions}::text[] limit 1) r on true
      where c.affiliate_id = any(${affiliateIds}::uuid[]) and c.booked_at >= ${from} and c.booked_at < ${until}
    )
    select m.affiliate_id as "affiliateId", ((m.at at time zone 'UTC')::date)::text as day, d.dimension, k.key,
      sum(m.visits)::bigint as visits, sum(m.sign_ups)::bigint as "signUps",
      count(*) filter (where m.is_order and m.type = 'first') as firsts,
      count(*) filter (where m.is_order and m.type = 'renewal') as renewals,
      coalesce(sum(m.minor) filter (where m.type = 'first' and m.minor > 0), 0)::bigint as "firstMinor",
      coalesce(sum(m.minor) filter (where m.type = 'renewal' and m.minor > 0), 0)::bigint as "renewalMinor",
      count(*) filter (where m.minor < 0) as reversals,
      coalesce(-sum(m.minor) filter (where m.minor < 0), 0)::bigint as "reversedMinor"
    from marks m cross join unnest(${dimensions}::text[]) d (dimension)
    cross join lateral (
      select case d.dimension when 'all' then '' when 'link' then m.link when 'plan' then m.plan when 'source' then m.source
        when 'language' then m.language else m.currency end as key) k
    where k.key is not null
    group by m.affiliate_id, (m.at at time zone 'UTC')::date, d.dimension, k.key`)

/**
 * Running totals of an affiliate at the end of each day, by the key of a dimension, such as a link. A key without
 * activity so far has no row.
 */
export const listTotals = (
  db: Queryable,
  affiliateId: string,
  dimension: Dimension,
  keys: readonly string[],
  days: readonly string[],
) =>
  db.query(sql<Counts & { day: string; key: string }>`
    select w.day, k.key, t.visits, t.sign_ups as "signUps", t.firsts, t.renewals,
      t.first_minor as "firstMinor", t.renewal_minor as "renewalMinor", t.reversals, t.reversed_minor as "reversedMinor"
    from unnest(${keys}::text[]) k (key) cross join unnest(${days}::text[]) w (day)
    join lateral (
      select * from affiliate_days d
      where d.affiliate_id = ${affiliateId} and d.dimension = ${dimension} and d.key = k.key and d.day <= w.day::date
      order by d.day desc limit 1) t on true`)

export const listOpenDays = (
  db: Queryable,
  affiliateId: string,
  dimension: Dimension,
  keys: readonly string[],
  after: string,
) =>
  db.query(sql<Counts & { day: string; key: string }>`
    select day::text as day, key, visits, sign_ups as "signUps", firsts, renewals, first_minor as "firstMinor",
      renewal_minor as "renewalMinor", reversals, reversed_minor as "reversedMinor"
    from affiliate_open_days
    where affiliate_id = ${affiliateId} and dimension = ${dimension} and key = any(${keys}::text[]) and day > ${after}::date`)

export const countOrders = (db: Queryable, affiliateId: string, from: Date, until: Date) =>
  db.one(sql<{ firsts: number; renewals: number }>`
    select count(*) filter (where type = 'first') as firsts, count(*) filter (where type = 'renewal') as renewals
    from commission_marks
    where affiliate_id = ${affiliateId} and reverses is null and booked_at >= ${from} and booked_at < ${until}`)

/**
 * First and last day with final sums, and the first day for which all visits were counted; null if there are none.
 * `openUntil`: time up to which the provisional sums of later days are complete.
 */
export const findFoldedDays = (db: Queryable) =>
  db.one(sql<{ first: string | null; last: string | null; visitsSince: string | null; openUntil: Date | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last,
      to_char(coalesce((select max(g.day) + 1 from affiliate_folds g where not g.has_visits), min(day)), 'YYYY-MM-DD') as "visitsSince",
      (select until from affiliate_open_folds) as "openUntil"
    from affiliate_folds`)

export type MarkInTime = Mark & { readonly at: Date }

export const listMarksOf = (db: Queryable, userId: string, orderIds: readonly string[]) =>
  db.query(sql<MarkInTime>`
    select r.inviter_id as "affiliateId", r.referred_at as at, ((r.referred_at at time zone 'UTC')::date)::text as day, r.campaign_id::text as link,
      null::text as plan, r.source, coalesce(r.language, '') as language, null::text as currency, 1 as "signUps", false as "isOrder",
      null::text as type, 0::bigint as minor
    from sign_up_marks r where r.user_id = ${userId} and r.campaign_id is not null
    union all
    select c.affiliate_id, c.booked_at, ((c.booked_at at time zone 'UTC')::date)::text, coalesce(c.campaign_id::text, ''), o.goods_id,
      coalesce(r.source, 'code'), coalesce(r.language, ''), c.paid_currency, 0, c.reverses is null, c.type, c.amount_minor
    from commission_marks c left join order_labels o on o.id = c.order_id left join sign_up_marks r on r.user_id = c.referred_id
    where c.order_id = any(${orderIds}::uuid[])`)
