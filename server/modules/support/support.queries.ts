import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { supportDays, supportIdleDays } from './support.rules.ts'

/** All that a person wrote and was answered. */
export const forgetThreadsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from support_threads where user_id = ${userId}`)

/** What was answered, and asked no further. */
export const closeIdleThreads = (db: Queryable, limit: number) =>
  db.run(sql`
    update support_threads set closed_at = now(), taken_by = null, taken_until = null where id in (
      select id from support_threads
      where closed_at is null and waits_for is null and last_at < now() - make_interval(days => ${supportIdleDays}::int)
      order by last_at limit ${limit} for update skip locked)`)

/** What was closed so long ago goes, with everything in it. */
export const forgetClosedThreads = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from support_threads where id in (
      select id from support_threads where closed_at < now() - make_interval(days => ${supportDays}::int)
      order by closed_at limit ${limit})`)

export type ThreadRow = { id: string; openedAt: Date; closedAt: Date | null; seenAt: Date }

export const findLastThread = (db: Queryable, userId: string) =>
  db.maybe(sql<ThreadRow>`
    select id, opened_at as "openedAt", closed_at as "closedAt", seen_at as "seenAt" from support_threads
    where user_id = ${userId} order by opened_at desc, id desc limit 1`)

/** How many answers a person has not read. */
export const countUnread = (db: Queryable, userId: string) =>
  db.one(sql<{ unread: number }>`
    select count(*)::int as unread from support_entries e join support_threads t on t.id = e.thread_id
    where t.user_id = ${userId} and e.author = 'operator' and e.written_at > t.seen_at`)

/** Everything up to this entry of theirs is read; 0 for what is not theirs. */
export const setSeen = (db: Queryable, userId: string, entryId: string) =>
  db.run(sql`
    update support_threads t set seen_at = greatest(t.seen_at, e.written_at) from support_entries e
    where e.id = ${entryId} and e.user_id = ${userId} and t.user_id = ${userId}`)
