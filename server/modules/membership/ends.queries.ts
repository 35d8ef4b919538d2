import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type End = { userId: string; endsAt: Date }

/*
 * The following queries claim memberships whose owners must be told about the end, once per end. The caller notifies
 * the owners in the same database transaction. Locked rows wait for the next run, blocked accounts until they are
 * unblocked. Ends too long ago are skipped, because the next reminder is due by then.
 */

export const claimWeekBefore = (db: Queryable, limit: number) =>
  db.query(sql<End>`
    update memberships set told_week_before = expires_at where user_id in (
      select user_id from memberships
      where told_week_before is distinct from expires_at and blocked_at is null
        and expires_at > now() + interval '5 days' and expires_at <= now() + interval '7 days'
      order by expires_at, user_id limit ${limit} for update skip locked)
    returning user_id as "userId", coalesce(expires_at, now()) as "endsAt"`)

export const claimDayBefore = (db: Queryable, limit: number) =>
  db.query(sql<End>`
    update memberships set told_day_before = expires_at where user_id in (
      select user_id from memberships
      where told_day_before is distinct from expires_at and blocked_at is null
        and expires_at > now() + interval '12 hours' and expires_at <= now() + interval '1 day'
      order by expires_at, user_id limit ${limit} for update skip locked)
    returning user_id as "userId", coalesce(expires_at, now()) as "endsAt"`)

/**
 * Claims memberships that have ended. Skips those of less than a day in total: trials, and memberships whose time was
 * taken back.
 */
export const claimEnded = (db: Queryable, limit: number) =>
  db.query(sql<End>`
    update memberships set told_end = expires_at where user_id in (
      select user_id from memberships
      where told_end is distinct from expires_at and blocked_at is null and total_seconds >= 86400
        and expires_at > now() - interval '2 days' and expires_at <= now()
      order by expires_at, user_id limit ${limit} for update skip locked)
    returning user_id as "userId", coalesce(expires_at, now()) as "endsAt"`)

export const countMembers = (db: Queryable) =>
  db.one(sql<{ active: number; endInDay: number; endInWeek: number; endedInWeek: number }>`
    select (select count(*)::int from memberships where expires_at > now() and user_id not in (select user_id from test_accounts)) as active,
      (select count(*)::int from memberships where expires_at > now() - interval '7 days' and expires_at <= now()
        and user_id not in (select user_id from test_accounts)) as "endedInWeek",
      (count(*) filter (where expires_at <= now() + interval '1 day'))::int as "endInDay", count(*)::int as "endInWeek"
    from memberships where expires_at > now() and expires_at <= now() + interval '7 days'
      and user_id not in (select user_id from test_accounts)`)
