import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Requests the deletion of an account. Keeps the date of an earlier request. */
export const insertDeletion = (db: Queryable, userId: string, graceDays: number) =>
  db.run(sql`
    insert into account_deletions (user_id, erase_at) values (${userId}, now() + make_interval(days => ${graceDays}::int))
    on conflict (user_id) do nothing`)

type Wish = { eraseAt: Date; erasedAt: Date | null }
export const findDeletionRow = (db: Queryable, userId: string) =>
  db.maybe(sql<Wish>`
    select erase_at as "eraseAt", erased_at as "erasedAt" from account_deletions where user_id = ${userId}`)

/** Waits for a running erasure of the account, and prevents a new one until the end of the transaction. */
export const lockDeletionShared = (db: Queryable, userId: string) =>
  db.maybe(sql<{ isErased: boolean }>`
    select erased_at is not null as "isErased" from account_deletions where user_id = ${userId} for share`)

export const deleteDeletion = (db: Queryable, userId: string) =>
  db.run(sql`delete from account_deletions where user_id = ${userId} and erased_at is null`)

/**
 * Locks an account whose deletion is due after the grace period, together with its user row. Concurrent sign-ins wait
 * and then find it erased. Skips accounts that a sign-in or another worker has locked.
 */
export const lockNextDue = (db: Queryable) =>
  db.maybe(sql<{ userId: string }>`
    select d.user_id as "userId" from account_deletions d join users u on u.id = d.user_id
    where d.erased_at is null and d.erase_at <= now()
    order by d.erase_at for no key update of u, d skip locked limit 1`)

export const postpone = (db: Queryable, userId: string) =>
  db.run(sql`
    update account_deletions set erase_at = now() + interval '1 day', held_since = coalesce(held_since, now())
    where user_id = ${userId} and erased_at is null`)

export const countPostponed = (db: Queryable) =>
  db.one(sql<{ accounts: number; since: Date | null }>`
    select count(*)::int as accounts, min(held_since) as since from account_deletions
    where held_since is not null and erased_at is null`)

export const markErased = (db: Queryable, userId: string) =>
  db.run(sql`update account_deletions set erased_at = now() where user_id = ${userId}`)
