import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Author = 'customer' | 'operator'
/** Origin of a support message: the account page, mail from a proven sender, or mail whose sender is not proven. */
export type Via = 'account' | 'mail' | 'mail_unproven'
export type LockedThread = {
  id: string
  waitsFor: string | null
  takenBy: string | null
  takenUntil: Date | null
  tags: string[]
}

export const lockOpenThread = (db: Queryable, userId: string) =>
  db.maybe(sql<LockedThread>`
    select id, waits_for as "waitsFor", taken_by as "takenBy", taken_until as "takenUntil", tags
    from support_threads where user_id = ${userId} and closed_at is null for update`)

export const insertThread = (db: Queryable, id: string, userId: string) =>
  db.run(sql`
    insert into support_threads (id, user_id) values (${id}, ${userId})
    on conflict (user_id) where closed_at is null do nothing`)

type NewEntry = {
  readonly id: string
  readonly threadId: string
  readonly userId: string
  readonly author: Author
  readonly operatorId: string | null
  readonly key: string
  readonly sealed: Buffer
  readonly via: Via
}

export const insertEntry = (db: Queryable, e: NewEntry) =>
  db.run(sql`
    insert into support_entries (id, thread_id, user_id, author, operator_id, key, sealed, via)
    values (${e.id}, ${e.threadId}, ${e.userId}, ${e.author}, ${e.operatorId}, ${e.key}, ${e.sealed}, ${e.via})
    on conflict (user_id, author, key) do nothing`)

export const findByKey = (db: Queryable, userId: string, author: Author, key: string) =>
  db.maybe(sql<{ id: string }>`
    select id from support_entries where user_id = ${userId} and author = ${author} and key = ${key}`)

export const setWaiting = (db: Queryable, id: string, entryId: string) =>
  db.run(sql`
    update support_threads set last_at = now(), waits_since = coalesce(waits_since, now()),
      waits_for = coalesce(waits_for, ${entryId}) where id = ${id}`)

export const setAnswered = (db: Queryable, id: string) =>
  db.run(sql`
    update support_threads set last_at = now(), waits_since = null, waits_for = null, taken_until = null
    where id = ${id}`)

export const setClosed = (db: Queryable, id: string) =>
  db.run(sql`
    update support_threads set closed_at = now(), waits_since = null, waits_for = null, taken_until = null
    where id = ${id}`)

/**
 * Reopens the thread that was closed last, waiting since its first unanswered entry. Undefined if a thread is open, or
 * if the last one was closed more than `days` ago. The caller must hold the account's lock, so that no thread is opened
 * in between.
 */
export const reopenLast = (db: Queryable, userId: string, days: number) =>
  db.maybe(sql<{ id: string; waitsFor: string | null }>`
    with last as (
      select id from support_threads where user_id = ${userId} and closed_at > now() - make_interval(days => ${days}::int)
        and not exists (select 1 from support_threads where user_id = ${userId} and closed_at is null)
      order by closed_at desc, id desc limit 1 for update),
    unanswered as (
      select e.id, e.written_at from support_entries e join last on last.id = e.thread_id
      where e.author = 'customer' and e.written_at > coalesce(
        (select max(a.written_at) from support_entries a where a.thread_id = last.id and a.author = 'operator'), '-infinity')
      order by e.written_at, e.id limit 1)
    update support_threads t
    set closed_at = null, last_at = now(), waits_for = (select id from unanswered), waits_since = (select written_at from unanswered)
    from last where t.id = last.id returning t.id, t.waits_for as "waitsFor"`)

export const setTags = (db: Queryable, id: string, tags: readonly string[]) =>
  db.run(sql`update support_threads set tags = ${tags}::text[] where id = ${id}`)

export const setTaken = (db: Queryable, id: string, t: { by: string | null; until: Date | null }) =>
  db.run(sql`update support_threads set taken_by = ${t.by}, taken_until = ${t.until} where id = ${id}`)

type EntryRow = {
  id: string
  author: Author
  sealed: Buffer
  writtenAt: Date
  operatorId: string | null
  via: Via
}

export const listEntries = (db: Queryable, userId: string, before: string | null, limit: number) =>
  db.query(sql<EntryRow>`
    select id, author, sealed, written_at as "writtenAt", operator_id as "operatorId", via from support_entries
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`)

export const findEntry = (db: Queryable, id: string) =>
  db.maybe(sql<{ sealed: Buffer; threadId: string }>`
    select sealed, thread_id as "threadId" from support_entries where id = ${id}`)

export const findThreadOwner = (db: Queryable, id: string) =>
  db.maybe(sql<{ userId: string }>`select user_id as "userId" from support_threads where id = ${id}`)

/** Newest entry of a customer's threads, by whomever. Ids are in order of time. */
export const findLastEntry = (db: Queryable, userId: string) =>
  db.maybe(sql<{ id: string; operatorId: string | null }>`
    select id, operator_id as "operatorId" from support_entries where user_id = ${userId}
    order by written_at desc, id desc limit 1`)

type ImageRow = { id: string; entryId: string | null; width: number; height: number }

export const insertImage = (
  db: Queryable,
  i: { id: string; userId: string; sealed: Buffer; width: number; height: number },
) =>
  db.run(sql`
    insert into support_images (id, user_id, sealed, width, height)
    values (${i.id}, ${i.userId}, ${i.sealed}, ${i.width}, ${i.height})`)

export const attachImages = (db: Queryable, userId: string, entryId: string, ids: readonly string[]) =>
  db.run(sql`
    update support_images set entry_id = ${entryId}
    where id = any(${ids}::uuid[]) and user_id = ${userId} and entry_id is null`)

export const listImages = (db: Queryable, entryIds: readonly string[]) =>
  db.query(sql<ImageRow>`
    select id, entry_id as "entryId", width, height from support_images where entry_id = any(${entryIds}::uuid[]) order by id`)

/** Finds an image of a support message. With `userId` null (for operators), finds images of any user that were sent. */
export const findImage = (db: Queryable, id: string, userId: string | null) =>
  db.maybe(sql<{ sealed: Buffer }>`
    select sealed from support_images
    where id = ${id} and (user_id = ${userId}::uuid or (${userId}::uuid is null and entry_id is not null))`)

export const countUnsent = (db: Queryable, userId: string) =>
  db.one(sql<{ unsent: number }>`
    select count(*)::int as unsent from support_images where user_id = ${userId} and entry_id is null`)
