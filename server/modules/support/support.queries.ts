import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Language } from '#shared/language.ts'
import { supportDays, supportIdleDays } from '#shared/support-limits.ts'

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
    update support_threads set closed_at = now(), taken_until = null where id in (
      select id from support_threads
      where closed_at is null and waits_for is null and last_at < now() - make_interval(days => ${supportIdleDays}::int)
      order by last_at limit ${limit} for update skip locked)`)

export const forgetClosedThreads = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from support_threads where id in (
      select id from support_threads where closed_at < now() - make_interval(days => ${supportDays}::int)
      order by closed_at limit ${limit})`)

type ThreadRow = {
  id: string
  closedAt: Date | null
  waitsSince: Date | null
  assignedTo: string | null
  takenBy: string | null
  takenUntil: Date | null
  tags: string[]
}

export const findLastThread = (db: Queryable, userId: string) =>
  db.maybe(sql<ThreadRow>`
    select id, closed_at as "closedAt", waits_since as "waitsSince", taken_by as "assignedTo", tags,
      case when taken_until > now() then taken_by end as "takenBy",
      case when taken_until > now() then taken_until end as "takenUntil"
    from support_threads where user_id = ${userId} order by opened_at desc, id desc limit 1`)

export const countUnread = (db: Queryable, userId: string) =>
  db.one(sql<{ unread: number }>`
    select count(*)::int as unread from support_entries e join support_threads t on t.id = e.thread_id
    where t.user_id = ${userId} and e.author = 'operator' and e.written_at > t.seen_at`)

/** Marks all support messages up to this one as read. Returns 0 if it is unknown or belongs to another user. */
export const setSeen = (db: Queryable, userId: string, entryId: string) =>
  db.run(sql`
    update support_threads t set seen_at = greatest(t.seen_at, e.written_at) from support_entries e
    where e.id = ${entryId} and e.user_id = ${userId} and t.user_id = ${userId}`)

/** Filter of the list; null: any. `not`: assigned to someone else than this operator. */
export type ThreadFilter = {
  readonly tag: string | null
  readonly language: Language | null
  readonly assigned: { readonly to: string | null } | { readonly not: string } | null
}
const anyThread: ThreadFilter = { tag: null, language: null, assigned: null }

/**
 * SQL parameters of the filter by assigned operator: assigned to `to`, to anybody except `not`, or to nobody
 * (`isNobody`).
 */
const chosen = ({ assigned }: ThreadFilter) => ({
  to: assigned && 'to' in assigned ? assigned.to : null,
  not: assigned && 'not' in assigned ? assigned.not : null,
  isNobody: assigned !== null && 'to' in assigned && assigned.to === null,
})

export type QueueRow = {
  threadId: string
  key: string
  uid: number
  name: string | null
  language: Language
  since: Date
  assignedTo: string | null
  takenBy: string | null
  takenUntil: Date | null
  tags: string[]
  sealed: Buffer | null
}

export function listWaitingThreads(
  db: Queryable,
  after: string | null,
  limit: number,
  filter: ThreadFilter = anyThread,
) {
  const { tag, language } = filter
  const { to, not, isNobody } = chosen(filter)
  return db.query(sql<QueueRow>`
    select t.waits_for as key, coalesce(t.waits_since, t.last_at) as since, t.id as "threadId", a.uid, a.name, a.language, t.tags, t.taken_by as "assignedTo",
      case when t.taken_until > now() then t.taken_by end as "takenBy",
      case when t.taken_until > now() then t.taken_until end as "takenUntil",
      (select e.sealed from support_entries e where e.id = t.waits_for) as sealed
    from support_threads t join account_labels a on a.user_id = t.user_id
    where t.waits_for is not null and (${after}::uuid is null or t.waits_for > ${after}) and (${tag}::text is null or ${tag} = any (t.tags))
      and (${language}::text is null or a.language = ${language}) and (${to}::uuid is null or t.taken_by = ${to})
      and (not ${isNobody}::boolean or t.taken_by is null) and (${not}::uuid is null or t.taken_by <> ${not})
    order by t.waits_for limit ${limit}`)
}

export function listQuietThreads(
  db: Queryable,
  isClosed: boolean,
  after: string | null,
  limit: number,
  filter: ThreadFilter = anyThread,
) {
  const { tag, language } = filter
  const { to, not, isNobody } = chosen(filter)
  return db.query(sql<QueueRow>`
    select t.id as key, t.last_at as since, t.id as "threadId", a.uid, a.name, a.language, t.tags, t.taken_by as "assignedTo",
      case when t.taken_until > now() then t.taken_by end as "takenBy",
      case when t.taken_until > now() then t.taken_until end as "takenUntil",
      (select e.sealed from support_entries e where e.thread_id = t.id order by e.written_at desc limit 1) as sealed
    from support_threads t join account_labels a on a.user_id = t.user_id
    where t.waits_for is null and (t.closed_at is not null) = ${isClosed} and (${after}::uuid is null or t.id < ${after})
      and (${tag}::text is null or ${tag} = any (t.tags))
      and (${language}::text is null or a.language = ${language}) and (${to}::uuid is null or t.taken_by = ${to})
      and (not ${isNobody}::boolean or t.taken_by is null) and (${not}::uuid is null or t.taken_by <> ${not})
    order by t.id desc limit ${limit}`)
}

/** Newest texts of these threads, each thread's newest ten. */
export const listTexts = (db: Queryable, threadIds: readonly string[]) =>
  db.query(sql<{ threadId: string; sealed: Buffer }>`
    select t.id as "threadId", e.sealed from unnest(${threadIds}::uuid[]) t (id),
      lateral (select sealed from support_entries where thread_id = t.id order by written_at desc limit 10) e`)

/** Tags in use, the thirty most used, most used first. */
export const listTags = (db: Queryable) =>
  db.query(sql<{ tag: string; conversations: number }>`
    select tag, count(*)::int as conversations from support_threads, unnest(tags) tag group by tag order by count(*) desc, tag limit 30`)
