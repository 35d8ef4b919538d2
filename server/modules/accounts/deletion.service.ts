import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './deletion.repo.ts'

/** Days during which a sign-in cancels the deletion. */
export const graceDays = 7

export async function scheduleDeletion(tx: Transaction, userId: string): Promise<Date> {
  await repo.insertDeletion(tx, userId, graceDays)
  const wish = await repo.findDeletionRow(tx, userId)
  if (!wish || wish.erasedAt) throw new AppError('Unauthorized')
  return wish.eraseAt
}

/**
 * Cancels a deletion at sign-in and returns true if there was one. Throws `WrongCredentials` if the account was erased
 * during the password check. The caller must hold the account's lock, so that no erasure is running.
 */
export async function cancelDeletion(tx: Transaction, userId: string): Promise<boolean> {
  const wish = await repo.findDeletionRow(tx, userId)
  if (!wish) return false
  if (wish.erasedAt) throw new AppError('WrongCredentials')
  await repo.deleteDeletion(tx, userId)
  return true
}

export const findDeletion = (db: Queryable, userId: string) => repo.findDeletionRow(db, userId)

/** True if the account is erased. The result cannot change until the end of the transaction. */
export const isErased = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await repo.lockDeletionShared(tx, userId))?.isErased ?? false

export const lockNextDue = async (tx: Transaction): Promise<string | null> =>
  (await repo.lockNextDue(tx))?.userId ?? null

/** Postpones a due erasure by a day, because a payout to the account's owner is open. */
export async function postponeErasure(tx: Transaction, userId: string): Promise<void> {
  await repo.postpone(tx, userId)
}

export const countPostponed = (db: Queryable) => repo.countPostponed(db)

export async function markErased(tx: Transaction, userId: string): Promise<void> {
  await repo.markErased(tx, userId)
}
