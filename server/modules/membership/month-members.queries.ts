import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MonthMembers = { atStart: number; atEnd: number; newcomers: number; renewed: number; ended: number }

/**
 * Counts members for each month between two neighbouring bounds. A trial makes nobody a member. `newcomers`: their
 * first time began in the month. `renewed`: earlier members who bought more time. `ended`: members at the start of the
 * month who are none at its end. Reads all grants once, a million in two seconds: a grant counts at its first and its
 * last bound, and sums give the members at those between. A grant holds until the earliest time of those written after
 * it, because one that waited for a lock has an earlier time than the one before.
 */
export const countMonthMembers = (db: Queryable, bounds: readonly Date[]) =>
  db.query(sql<MonthMembers>`
    with g as (
      select user_id, granted_at, expires_at, source, seconds, reverses,
        coalesce(min(granted_at) over (w rows between unbounded preceding and 1 preceding), 'infinity') as next_at,
        min(granted_at) filter (where source <> 'trial') over (partition by user_id) as first_at
      from membership_grants m where not exists (select from test_accounts t where t.user_id = m.user_id)
      window w as (partition by user_id order by position desc)
    ), reached as (
      select user_id,
        1 + width_bucket(greatest(granted_at, first_at) - interval '1 microsecond', ${bounds}::timestamptz[]) as first_bound,
        width_bucket(least(next_at, expires_at) - interval '1 microsecond', ${bounds}::timestamptz[]) as last_bound
      from g where first_at is not null and least(next_at, expires_at) > (${bounds}::timestamptz[])[1]
    ), held as (
      select first_bound, last_bound, lag(last_bound) over (partition by user_id order by first_bound) = first_bound - 1 as goes_on
      from reached where first_bound <= last_bound
    ), begun as (
      select first_bound as number, count(*) as many, count(*) filter (where goes_on) as going_on from held group by first_bound
    ), done as (
      select last_bound as number, count(*) as many from held group by last_bound
    ), came as (
      select width_bucket(granted_at, ${bounds}::timestamptz[]) as number,
        count(distinct user_id) filter (where granted_at = first_at) as newcomers,
        count(distinct user_id) filter (where granted_at > first_at and source in ('order', 'group') and seconds > 0 and reverses is null) as renewed
      from g where granted_at >= (${bounds}::timestamptz[])[1] group by 1
    ), m as (
      select number, coalesce(e.many, 0) as done, coalesce(s.going_on, 0) as going_on,
        sum(coalesce(s.many, 0)) over up_to_here - coalesce(sum(e.many) over before, 0) as members
      from generate_series(1, cardinality(${bounds}::timestamptz[])) as b (number)
        left join begun s using (number) left join done e using (number)
      window up_to_here as (order by number), before as (order by number rows between unbounded preceding and 1 preceding)
    )
    select a.members::int as "atStart", z.members::int as "atEnd", coalesce(c.newcomers, 0)::int as newcomers,
      coalesce(c.renewed, 0)::int as renewed, (a.done - z.going_on)::int as ended
    from m a join m z on z.number = a.number + 1 left join came c on c.number = a.number order by a.number`)
