import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Membership } from './membership.queries.ts'
import type { TimeEntry } from './time-ledger.rules.ts'

type Fold = Membership & { trialFrom: Date | null }

/**
 * Creates missing membership rows for `members` and locks the rows of all given users, so that their time is changed by
 * one transaction after the other.
 */
export const lockMemberships = (db: Queryable, members: readonly string[], others: readonly string[]) =>
  db.query(sql<{ userId: string }>`
    insert into memberships as m (user_id)
    select unnest(${members}::uuid[]) union select user_id from memberships where user_id = any(${others}::uuid[])
    order by 1
    on conflict (user_id) do update set total_seconds = m.total_seconds
    returning user_id as "userId"`)

export const addGrants = (db: Queryable, userId: string, rows: readonly TimeEntry[], m: Fold) =>
  db.run(sql`
    with made as (
      insert into membership_grants (id, user_id, source, source_id, seconds, reverses, converts, plan_months, max_devices, note,
        expires_at)
      select r.id, ${userId}::uuid, r.source, r."sourceId", r.seconds, r.reverses, r.converts, r."planMonths", r."maxDevices",
        r.note, r."expiresAt"
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id uuid, source text, "sourceId" text,
        seconds bigint, reverses uuid, converts uuid, "planMonths" int, "maxDevices" int, note text, "expiresAt" timestamptz))
        with ordinality as r
      order by r.ordinality
    )
    update memberships set expires_at = ${m.expiresAt}, total_seconds = ${m.totalSeconds}, max_devices = ${m.maxDevices},
      yearly_until = ${m.yearlyUntil}, trial_from = ${m.trialFrom}
    where user_id = ${userId}::uuid`)

/**
 * Seconds that operators gave to a user in the last `days` days, including time that was taken back since. Leaves out
 * time returned after a block.
 */
export const sumGifts = (db: Queryable, userId: string, days: number) =>
  db.one(sql<{ seconds: number }>`
    select coalesce(sum(seconds), 0)::bigint as seconds from membership_grants
    where user_id = ${userId} and source = 'operator' and not starts_with(source_id, 'block:')
      and granted_at > now() - make_interval(days => ${days}::int)`)

export const findNow = (db: Queryable) => db.one(sql<{ now: Date }>`select now() as now`)
