import type { Sizes, Step } from './row-numbers.ts'

/**
 * Fills memberships of a range of users, from their paid orders in time order. An order after the previous end starts a
 * new period, so the end after each order is the sum so far plus the maximum of (start − earlier sum).
 */
export const time = ({ users }: Sizes): Step => ({
  name: 'memberships',
  count: users,
  chunk: 50_000,
  texts: [
    'drop table if exists granted',
    `create temp table granted as
     with bought as (
       select o.id, o.user_id, o.months, o.max_devices, o.status, o.paid_at,
         case o.status when 'refunded' then 0 else 86400::bigint * 30 * o.months end as kept, 86400::bigint * 30 * o.months as seconds
       from orders o join generate_series($1::bigint, $2::bigint) n on o.user_id = pg_temp.user_id(n) where o.paid_at is not null
     ), summed as (
       select *, sum(kept) over own as so_far from bought window own as (partition by user_id order by paid_at, id)
     )
     select *, max(paid_at - interval '1 second' * (so_far - kept)) over (partition by user_id order by paid_at, id)
       + interval '1 second' * so_far as ends_at
     from summed`,
    `insert into membership_grants (id, user_id, source, source_id, seconds, plan_months, max_devices, granted_at, expires_at)
     select id, user_id, 'order', id || ':1', seconds, months, max_devices, paid_at, ends_at + interval '1 second' * (seconds - kept)
     from granted order by user_id, paid_at, id`,
    `insert into membership_grants (id, user_id, source, source_id, seconds, reverses, granted_at, expires_at)
     select gen_random_uuid(), user_id, 'refund', id || ':back', -seconds, id, paid_at + interval '2 days', ends_at
     from granted where status = 'refunded'`,
    `insert into memberships (user_id, expires_at, total_seconds, max_devices, yearly_until)
     select user_id, max(ends_at), sum(kept), (array_agg(max_devices order by paid_at desc))[1],
       max(ends_at) filter (where months >= 12 and kept > 0)
     from granted group by user_id`,
  ],
})
