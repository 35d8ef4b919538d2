import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Adds the increase of each panel counter to the traffic of its user, all as download, because panels do not report
 * directions. One SQL statement, so that concurrent runs do not count twice. An increase above `most` is an error or
 * forged and only updates the counter.
 * Rows that a purchase has locked are skipped until the next run, so that no purchase has to wait.
 */
export const addCounted = (
  db: Queryable,
  provider: string,
  rows: readonly { subject: string; used: number }[],
  most: number,
) =>
  db.run(sql`
    with held as (
      select d.user_id, d.counted, r.used
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (subject text, used bigint)
        join tunnel_deliveries d on d.provider = ${provider} and d.subject = r.subject
        join entitlement_terms t on t.user_id = d.user_id
      where t.erased_at is null and d.counted is distinct from r.used
      for update of d skip locked
    ), moved as (
      update tunnel_deliveries d set counted = held.used from held
      where d.provider = ${provider} and d.user_id = held.user_id
      returning d.user_id, held.used - case when held.used >= held.counted then held.counted else 0 end as bytes, held.counted
    )
    insert into tunnel_usage as u (user_id, day, up, down)
    select user_id, (now() at time zone 'UTC')::date, 0, bytes from moved
    where counted is not null and bytes between 1 and ${most}::bigint
    order by user_id
    on conflict (user_id, day) do update set down = least(u.down + excluded.down, 9e15)`)
