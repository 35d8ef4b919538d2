import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { lockAccount } from './accounts.service.ts'
import * as repo from './blocks.repo.ts'

/** Throws `AccountBlocked`. Who opens a session asks it after `shareAccount`, and no block slips between. */
export async function refuseBlocked(tx: Transaction, userId: string): Promise<void> {
  if (await repo.findBlock(tx, userId)) throw new AppError('AccountBlocked')
}

/** Since when, or null. */
export const findBlockTime = async (db: Queryable, userId: string): Promise<Date | null> =>
  (await repo.findBlock(db, userId))?.blockedAt ?? null

/** False if it was so already. Sessions that are being born at this moment are there when it returns, and end with the others. */
export async function blockAccount(tx: Transaction, userId: string): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await repo.insertBlock(tx, userId)) === 1
}

/** False if it was not blocked. */
export async function unblockAccount(tx: Transaction, userId: string): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await repo.deleteBlock(tx, userId)) === 1
}

/** For an account that is erased. */
export async function forgetBlock(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBlock(tx, userId)
}
