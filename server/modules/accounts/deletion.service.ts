import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './deletion.repo.ts'

/** How long a sign-in can still take the wish back. */
export const graceDays = 7

/** Writes down that the account is to go, and returns when. Asking twice does not put it off. */
export async function wishDeletion(tx: Transaction, userId: string): Promise<Date> {
  await repo.insertWish(tx, userId, graceDays)
  const wish = await repo.findWish(tx, userId)
  if (!wish || wish.erasedAt) throw new AppError('Unauthorized')
  return wish.eraseAt
}

/**
 * Someone signs in: the account stays. True if there was a wish to cancel. `WrongCredentials` if the account was
 * erased while the password was being looked at. The caller holds the account: no erasure runs beside this.
 */
export async function cancelDeletion(tx: Transaction, userId: string): Promise<boolean> {
  const wish = await repo.findWish(tx, userId)
  if (!wish) return false
  if (wish.erasedAt) throw new AppError('WrongCredentials')
  await repo.deleteWish(tx, userId)
  return true
}

/** The wish to be erased and whether that was done, if there is one. */
export const findDeletion = (db: Queryable, userId: string) => repo.findWish(db, userId)

/** Whether an account is erased; it stays as it is until the caller's transaction ends. */
export const isErased = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await repo.shareWish(tx, userId))?.isErased ?? false

/** Takes one account whose grace is over, under a lock; null if there is none. */
export const lockNextDue = async (tx: Transaction): Promise<string | null> =>
  (await repo.lockNextDue(tx))?.userId ?? null

export async function markErased(tx: Transaction, userId: string): Promise<void> {
  await repo.markErased(tx, userId)
}
