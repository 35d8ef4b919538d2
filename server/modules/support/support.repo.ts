import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Author = 'customer' | 'operator'
export type LockedThread = { id: string; waitsFor: string | null; takenBy: string | null; takenUntil: Date | null }

/** The open thread of a person; who changes it holds it. */
export const lockOpenThread = (db: Queryable, userId: string) =>
  db.maybe(sql<LockedThread>`
    select id, waits_for as "waitsFor", taken_by as "takenBy", taken_until as "takenUntil" from support_threads
    where user_id = ${userId} and closed_at is null for update`)

/** 0 if another opened one at this moment. */
export const insertThread = (db: Queryable, id: string, userId: string) =>
  db.run(sql`
    insert into support_threads (id, user_id) values (${id}, ${userId})
    on conflict (user_id) where closed_at is null do nothing`)

export type NewEntry = {
  readonly id: string
  readonly threadId: string
  readonly userId: string
  readonly author: Author
  readonly operatorId: string | null
  readonly key: string
  readonly sealed: Buffer
}

/** 0 if it was written before. */
export const insertEntry = (db: Queryable, e: NewEntry) =>
  db.run(sql`
    insert into support_entries (id, thread_id, user_id, author, operator_id, key, sealed)
    values (${e.id}, ${e.threadId}, ${e.userId}, ${e.author}, ${e.operatorId}, ${e.key}, ${e.sealed})
    on conflict (user_id, author, key) do nothing`)

export const findByKey = (db: Queryable, userId: string, author: Author, key: string) =>
  db.maybe(sql<{ id: string }>`
    select id from support_entries where user_id = ${userId} and author = ${author} and key = ${key}`)

/** Someone wrote: a person waits from the first entry that has no answer. */
export const setWaiting = (db: Queryable, id: string, entryId: string) =>
  db.run(sql`
    update support_threads set last_at = now(), waits_since = coalesce(waits_since, now()),
      waits_for = coalesce(waits_for, ${entryId}) where id = ${id}`)

/** What was asked is answered, and no one works on it any more. */
export const setAnswered = (db: Queryable, id: string) =>
  db.run(sql`
    update support_threads set last_at = now(), waits_since = null, waits_for = null, taken_by = null, taken_until = null
    where id = ${id}`)

export const setClosed = (db: Queryable, id: string) =>
  db.run(sql`
    update support_threads set closed_at = now(), waits_since = null, waits_for = null, taken_by = null, taken_until = null
    where id = ${id}`)

export const setTaken = (db: Queryable, id: string, t: { by: string; until: Date }) =>
  db.run(sql`update support_threads set taken_by = ${t.by}, taken_until = ${t.until} where id = ${id}`)

export type EntryRow = { id: string; author: Author; sealed: Buffer; writtenAt: Date; operatorId: string | null }

/** Of all threads of a person that are kept, the newest first. */
export const listEntries = (db: Queryable, userId: string, before: string | null, limit: number) =>
  db.query(sql<EntryRow>`
    select id, author, sealed, written_at as "writtenAt", operator_id as "operatorId" from support_entries
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`)

export const findEntry = (db: Queryable, id: string) =>
  db.maybe(sql<{ sealed: Buffer }>`select sealed from support_entries where id = ${id}`)

/** The newest that the person wrote; its number is its time. */
export const findLastAsked = (db: Queryable, threadId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from support_entries where thread_id = ${threadId} and author = 'customer'
    order by written_at desc, id desc limit 1`)
