import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** A wish that stands already keeps its date. */
export const insertWish = (db: Queryable, userId: string, graceDays: number) =>
  db.run(sql`
    insert into account_deletions (user_id, erase_at) values (${userId}, now() + make_interval(days => ${graceDays}::int))
    on conflict (user_id) do nothing`)

export type Wish = { eraseAt: Date; erasedAt: Date | null }
export const findWish = (db: Queryable, userId: string) =>
  db.maybe(sql<Wish>`
    select erase_at as "eraseAt", erased_at as "erasedAt" from account_deletions where user_id = ${userId}`)

/** Waits for an erasure that runs, and holds off one that has not begun until the caller's transaction ends. */
export const shareWish = (db: Queryable, userId: string) =>
  db.maybe(sql<{ isErased: boolean }>`
    select erased_at is not null as "isErased" from account_deletions where user_id = ${userId} for share`)

export const deleteWish = (db: Queryable, userId: string) =>
  db.run(sql`delete from account_deletions where user_id = ${userId} and erased_at is null`)

/**
 * One account whose grace is over, with its user locked: sign-ins of that user wait, and then find it erased. One that
 * is signing in at this moment, or that another worker has, is skipped.
 */
export const lockNextDue = (db: Queryable) =>
  db.maybe(sql<{ userId: string }>`
    select d.user_id as "userId" from account_deletions d join users u on u.id = d.user_id
    where d.erased_at is null and d.erase_at <= now()
    order by d.erase_at for no key update of u, d skip locked limit 1`)

export const markErased = (db: Queryable, userId: string) =>
  db.run(sql`update account_deletions set erased_at = now() where user_id = ${userId}`)
