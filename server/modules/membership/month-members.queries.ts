import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type MonthMembers = { atStart: number; atEnd: number; newcomers: number; renewed: number; ended: number }

/**
 * Counts members for each month between two neighbouring bounds. A trial makes nobody a member. `newcomers`: their
 * first time began in the month. `renewed`: earlier members who bought more time. `ended`: members at the start of the
 * month who are none at its end.
 */
export const countMonthMembers = (db: Queryable, bounds: readonly Date[]) =>
  db.query(sql<MonthMembers>`
    with b as (
      select number, at, lead(at) over (order by number) as ends
      from unnest(${bounds}::timestamptz[]) with ordinality as u (at, number)
    ), r as (
      select user_id, granted_at, expires_at, source, seconds, reverses,
        lead(granted_at, 1, 'infinity') over w as next_at,
        min(granted_at) filter (where source <> 'trial') over (partition by user_id) as first_at
      from membership_grants g where not exists (select from test_accounts t where t.user_id = g.user_id)
      window w as (partition by user_id order by position)
    ), held as (
      select b.number, r.user_id from r join b on b.at >= r.granted_at and b.at >= r.first_at and b.at < r.next_at and b.at < r.expires_at
    ), kept as (
      select h.number, count(*) as members, count(n.user_id) as stays
      from held h left join held n on n.user_id = h.user_id and n.number = h.number + 1 group by h.number
    ), came as (
      select b.number, count(distinct r.user_id) filter (where r.granted_at = r.first_at) as newcomers,
        count(distinct r.user_id) filter (where r.granted_at > r.first_at and r.source in ('order', 'group') and r.seconds > 0 and r.reverses is null) as renewed
      from b join r on r.granted_at >= b.at and r.granted_at < b.ends group by b.number
    )
    select coalesce(k.members, 0)::int as "atStart", coalesce(e.members, 0)::int as "atEnd", coalesce(c.newcomers, 0)::int as newcomers,
      coalesce(c.renewed, 0)::int as renewed, coalesce(k.members - k.stays, 0)::int as ended
    from b left join kept k using (number) left join kept e on e.number = b.number + 1 left join came c on c.number = b.number
    where b.ends is not null order by b.number`)
