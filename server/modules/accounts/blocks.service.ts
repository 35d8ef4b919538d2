import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { lockAccount } from './accounts.service.ts'
import * as repo from './blocks.repo.ts'

/** Null if it is not blocked. */
export const findBlock = async (db: Queryable, userId: string): Promise<repo.Block | null> =>
  (await repo.findBlock(db, userId)) ?? null

/** What its owner reads, who has shown that they are that: never anyone else. */
export const accountBlocked = ({ told }: repo.Block): AppError =>
  new AppError('AccountBlocked', {}, { next: told === null ? {} : { told } })

/** Throws `AccountBlocked`. Who opens a session asks it after `shareAccount`, and no block slips between. */
export async function refuseBlocked(tx: Transaction, userId: string): Promise<void> {
  const block = await findBlock(tx, userId)
  if (block) throw accountBlocked(block)
}

/** Since when, or null. */
export const findBlockTime = async (db: Queryable, userId: string): Promise<Date | null> =>
  (await findBlock(db, userId))?.blockedAt ?? null

/** False if it was so already. Sessions that are being born at this moment are there when it returns, and end with the others. */
export async function blockAccount(
  tx: Transaction,
  userId: string,
  block: Omit<repo.Block, 'blockedAt'>,
): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await repo.insertBlock(tx, userId, block)) === 1
}

/** The block that is over with it; null if there was none. */
export async function unblockAccount(tx: Transaction, userId: string): Promise<repo.Block | null> {
  await lockAccount(tx, userId)
  return (await repo.deleteBlock(tx, userId)) ?? null
}

/** For an account that is erased. */
export async function forgetBlock(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBlock(tx, userId)
}
