import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Counts, Dimension } from './affiliate-days.rules.ts'

export type Marked = Counts & { affiliateId: string; day: string; dimension: Dimension; key: string }

export const insertDay = (db: Queryable, day: string, rows: readonly Marked[]) =>
  db.run(sql`
    insert into affiliate_days (affiliate_id, dimension, key, day, visits, sign_ups, firsts, renewals, first_minor, renewal_minor,
      reversals, reversed_minor)
    select n.affiliate_id, n.dimension, n.key, ${day}::date, n.visits + coalesce(p.visits, 0), n.sign_ups + coalesce(p.sign_ups, 0),
      n.firsts + coalesce(p.firsts, 0), n.renewals + coalesce(p.renewals, 0), n.first_minor + coalesce(p.first_minor, 0),
      n.renewal_minor + coalesce(p.renewal_minor, 0), n.reversals + coalesce(p.reversals, 0),
      n.reversed_minor + coalesce(p.reversed_minor, 0)
    from unnest(${rows.map(({ affiliateId }) => affiliateId)}::uuid[], ${rows.map(({ dimension }) => dimension)}::text[],
        ${rows.map(({ key }) => key)}::text[], ${rows.map(({ visits }) => visits)}::bigint[],
        ${rows.map(({ signUps }) => signUps)}::bigint[], ${rows.map(({ firsts }) => firsts)}::bigint[],
        ${rows.map(({ renewals }) => renewals)}::bigint[], ${rows.map(({ firstMinor }) => firstMinor)}::bigint[],
        ${rows.map(({ renewalMinor }) => renewalMinor)}::bigint[], ${rows.map(({ reversals }) => reversals)}::bigint[],
        ${rows.map(({ reversedMinor }) => reversedMinor)}::bigint[])
      n (affiliate_id, dimension, key, visits, sign_ups, firsts, renewals, first_minor, renewal_minor, reversals, reversed_minor)
    left join lateral (
      select * from affiliate_days d
      where d.affiliate_id = n.affiliate_id and d.dimension = n.dimension and d.key = n.key and d.day < ${day}::date
      order by d.day desc limit 1) p on true`)

export const openDay = (db: Queryable, r: Pick<Marked, 'affiliateId' | 'dimension' | 'key' | 'day'>) =>
  db.run(sql`
    insert into affiliate_days (affiliate_id, dimension, key, day, visits, sign_ups, firsts, renewals, first_minor, renewal_minor,
      reversals, reversed_minor)
    select ${r.affiliateId}::uuid, ${r.dimension}, ${r.key}, ${r.day}::date, coalesce(p.visits, 0), coalesce(p.sign_ups, 0),
      coalesce(p.firsts, 0), coalesce(p.renewals, 0), coalesce(p.first_minor, 0), coalesce(p.renewal_minor, 0),
      coalesce(p.reversals, 0), coalesce(p.reversed_minor, 0)
    from (select) one left join lateral (
      select * from affiliate_days d
      where d.affiliate_id = ${r.affiliateId}::uuid and d.dimension = ${r.dimension} and d.key = ${r.key} and d.day < ${r.day}::date
      order by d.day desc limit 1) p on true
    on conflict do nothing`)

export const addFrom = (db: Queryable, r: Marked) =>
  db.run(sql`
    update affiliate_days set visits = visits + ${r.visits}, sign_ups = sign_ups + ${r.signUps}, firsts = firsts + ${r.firsts},
      renewals = renewals + ${r.renewals}, first_minor = first_minor + ${r.firstMinor}, renewal_minor = renewal_minor + ${r.renewalMinor},
      reversals = reversals + ${r.reversals}, reversed_minor = reversed_minor + ${r.reversedMinor}
    where affiliate_id = ${r.affiliateId} and dimension = ${r.dimension} and key = ${r.key} and day >= ${r.day}::date`)

export const insertFold = (db: Queryable, day: string, hasVisits: boolean) =>
  db.run(sql`insert into affiliate_folds (day, has_visits) values (${day}::date, ${hasVisits})`)

/**
 * State of the provisional sums. `until`: time up to which they are complete. `waitsFor`: database transactions that
 * were running at the last check and may still add rows.
 */
type OpenFold = { until: Date; lookedAt: Date; waitsFor: readonly string[] }

export const findOpenFold = (db: Queryable) =>
  db.maybe(sql<OpenFold>`
    select until, looked_at as "lookedAt", waits_for as "waitsFor" from affiliate_open_folds`)

export const saveOpenFold = (db: Queryable, f: OpenFold) =>
  db.run(sql`
    insert into affiliate_open_folds (until, looked_at, waits_for) values (${f.until}, ${f.lookedAt}, ${f.waitsFor})
    on conflict (one) do update set until = excluded.until, looked_at = excluded.looked_at, waits_for = excluded.waits_for`)

export const deleteOpenFold = (db: Queryable) => db.run(sql`delete from affiliate_open_folds`)

export const addToOpenDays = (db: Queryable, rows: readonly Marked[]) =>
  db.run(sql`
    insert into affiliate_open_days as d (affiliate_id, dimension, key, day, visits, sign_ups, firsts, renewals, first_minor,
      renewal_minor, reversals, reversed_minor)
    select n.affiliate_id, n.dimension, n.key, n.day::date, n.visits, n.sign_ups, n.firsts, n.renewals, n.first_minor,
      n.renewal_minor, n.reversals, n.reversed_minor
    from unnest(${rows.map(({ affiliateId }) => affiliateId)}::uuid[], ${rows.map(({ dimension }) => dimension)}::text[],
        ${rows.map(({ key }) => key)}::text[], ${rows.map(({ day }) => day)}::text[], ${rows.map(({ visits }) => visits)}::bigint[],
        ${rows.map(({ signUps }) => signUps)}::bigint[], ${rows.map(({ firsts }) => firsts)}::bigint[],
        ${rows.map(({ renewals }) => renewals)}::bigint[], ${rows.map(({ firstMinor }) => firstMinor)}::bigint[],
        ${rows.map(({ renewalMinor }) => renewalMinor)}::bigint[], ${rows.map(({ reversals }) => reversals)}::bigint[],
        ${rows.map(({ reversedMinor }) => reversedMinor)}::bigint[])
      n (affiliate_id, dimension, key, day, visits, sign_ups, firsts, renewals, first_minor, renewal_minor, reversals, reversed_minor)
    on conflict (affiliate_id, dimension, key, day) do update set visits = d.visits + excluded.visits,
      sign_ups = d.sign_ups + excluded.sign_ups, firsts = d.firsts + excluded.firsts, renewals = d.renewals + excluded.renewals,
      first_minor = d.first_minor + excluded.first_minor, renewal_minor = d.renewal_minor + excluded.renewal_minor,
      reversals = d.reversals + excluded.reversals, reversed_minor = d.reversed_minor + excluded.reversed_minor`)

export const deleteOpenDays = (db: Queryable, until: string | null) =>
  db.run(sql`delete from affiliate_open_days where day <= coalesce(${until}::date, 'infinity')`)

export const listAffiliateIds = (db: Queryable, after: string, limit: number) =>
  db.query(sql<{ id: string }>`
    select user_id as id from affiliates where user_id > ${after}::uuid order by user_id limit ${limit}`)

/** Daily increases of the affiliates' running totals. `until` is exclusive. */
export const listAdded = (
  db: Queryable,
  affiliateIds: readonly string[],
  dimensions: readonly Dimension[],
  from: Date,
  until: Date,
) =>
  db.query(sql<Marked>`
    select d.affiliate_id as "affiliateId", d.day::text as day, d.dimension, d.key, d.visits - coalesce(p.visits, 0) as visits,
      d.sign_ups - coalesce(p.sign_ups, 0) as "signUps", d.firsts - coalesce(p.firsts, 0) as firsts,
      d.renewals - coalesce(p.renewals, 0) as renewals, d.first_minor - coalesce(p.first_minor, 0) as "firstMinor",
      d.renewal_minor - coalesce(p.renewal_minor, 0) as "renewalMinor", d.reversals - coalesce(p.reversals, 0) as reversals,
      d.reversed_minor - coalesce(p.reversed_minor, 0) as "reversedMinor"
    from affiliate_days d left join lateral (
      select * from affiliate_days b
      where b.affiliate_id = d.affiliate_id and b.dimension = d.dimension and b.key = d.key and b.day < d.day
      order by b.day desc limit 1) p on true
    where d.affiliate_id = any(${affiliateIds}::uuid[]) and d.dimension = any(${dimensions}::text[])
      and d.day >= (${from}::timestamptz at time zone 'UTC')::date and d.day < (${until}::timestamptz at time zone 'UTC')::date`)
