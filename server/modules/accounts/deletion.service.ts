import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './deletion.repo.ts'

/** Days in which a sign-in cancels the deletion. */
export const graceDays = 7

/** Requests the deletion; returns its date. A repeated request does not move it. */
export async function wishDeletion(tx: Transaction, userId: string): Promise<Date> {
  await repo.insertWish(tx, userId, graceDays)
  const wish = await repo.findWish(tx, userId)
  if (!wish || wish.erasedAt) throw new AppError('Unauthorized')
  return wish.eraseAt
}

/**
 * Cancels a deletion at sign-in; returns true if there was one. Throws `WrongCredentials` if the account was erased
 * during the password check. The caller holds the account, so no erasure runs.
 */
export async function cancelDeletion(tx: Transaction, userId: string): Promise<boolean> {
  const wish = await repo.findWish(tx, userId)
  if (!wish) return false
  if (wish.erasedAt) throw new AppError('WrongCredentials')
  await repo.deleteWish(tx, userId)
  return true
}

/** Deletion request of an account, with the time of its erasure. */
export const findDeletion = (db: Queryable, userId: string) => repo.findWish(db, userId)

/** True if the account is erased; this does not change until the end of the transaction. */
export const isErased = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await repo.shareWish(tx, userId))?.isErased ?? false

/** Locks an account whose grace period is over; null if there is none. */
export const lockNextDue = async (tx: Transaction): Promise<string | null> =>
  (await repo.lockNextDue(tx))?.userId ?? null

/** Puts an erasure that is due off for a day, because a payout to its owner is open. */
export async function postponeErasure(tx: Transaction, userId: string): Promise<void> {
  await repo.postpone(tx, userId)
}

/** Number of accounts whose erasure waits for a payout, and since when the first one waits. */
export const countPostponed = (db: Queryable) => repo.countPostponed(db)

export async function markErased(tx: Transaction, userId: string): Promise<void> {
  await repo.markErased(tx, userId)
}
