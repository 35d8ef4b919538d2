import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { supportDays, supportIdleDays } from '#shared/support.ts'

export const forgetThreadsOf = async (db: Queryable, userId: string) => {
  await db.run(sql`delete from support_images where user_id = ${userId}`)
  await db.run(sql`delete from support_threads where user_id = ${userId}`)
}

export const forgetUnsentImages = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from support_images where id in (
      select id from support_images where entry_id is null and uploaded_at < now() - interval '1 day'
      order by uploaded_at limit ${limit})`)

export const closeIdleThreads = (db: Queryable, limit: number) =>
  db.run(sql`
    update support_threads set closed_at = now(), taken_by = null, taken_until = null where id in (
      select id from support_threads
      where closed_at is null and waits_for is null and last_at < now() - make_interval(days => ${supportIdleDays}::int)
      order by last_at limit ${limit} for update skip locked)`)

export const forgetClosedThreads = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from support_threads where id in (
      select id from support_threads where closed_at < now() - make_interval(days => ${supportDays}::int)
      order by closed_at limit ${limit})`)

export type ThreadRow = {
  id: string
  closedAt: Date | null
  waitsSince: Date | null
  takenBy: string | null
  takenUntil: Date | null
}

export const findLastThread = (db: Queryable, userId: string) =>
  db.maybe(sql<ThreadRow>`
    select id, closed_at as "closedAt", waits_since as "waitsSince",
      case when taken_until > now() then taken_by end as "takenBy",
      case when taken_until > now() then taken_until end as "takenUntil"
    from support_threads where user_id = ${userId} order by opened_at desc, id desc limit 1`)

export const countUnread = (db: Queryable, userId: string) =>
  db.one(sql<{ unread: number }>`
    select count(*)::int as unread from support_entries e join support_threads t on t.id = e.thread_id
    where t.user_id = ${userId} and e.author = 'operator' and e.written_at > t.seen_at`)

/** Marks all support messages up to this one as read. Returns 0 if it belongs to another user. */
export const setSeen = (db: Queryable, userId: string, entryId: string) =>
  db.run(sql`
    update support_threads t set seen_at = greatest(t.seen_at, e.written_at) from support_entries e
    where e.id = ${entryId} and e.user_id = ${userId} and t.user_id = ${userId}`)

export type QueueRow = {
  key: string
  uid: number
  name: string | null
  since: Date
  takenBy: string | null
  takenUntil: Date | null
  sealed: Buffer | null
}

export const listWaitingThreads = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<QueueRow>`
    select t.waits_for as key, a.uid, a.name, coalesce(t.waits_since, t.last_at) as since,
      case when t.taken_until > now() then t.taken_by end as "takenBy",
      case when t.taken_until > now() then t.taken_until end as "takenUntil",
      (select e.sealed from support_entries e where e.id = t.waits_for) as sealed
    from support_threads t join account_labels a on a.user_id = t.user_id
    where t.waits_for is not null and (${after}::uuid is null or t.waits_for > ${after})
    order by t.waits_for limit ${limit}`)

export const listQuietThreads = (db: Queryable, isClosed: boolean, after: string | null, limit: number) =>
  db.query(sql<QueueRow>`
    select t.id as key, a.uid, a.name, t.last_at as since, null::uuid as "takenBy", null::timestamptz as "takenUntil",
      (select e.sealed from support_entries e where e.thread_id = t.id order by e.written_at desc limit 1) as sealed
    from support_threads t join account_labels a on a.user_id = t.user_id
    where t.waits_for is null and (t.closed_at is not null) = ${isClosed} and (${after}::uuid is null or t.id < ${after})
    order by t.id desc limit ${limit}`)
