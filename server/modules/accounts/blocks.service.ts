import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { lockAccount } from './accounts.service.ts'
import * as repo from './blocks.repo.ts'

export const findBlock = async (db: Queryable, userId: string): Promise<repo.Block | null> =>
  (await repo.findBlock(db, userId)) ?? null

/** Error with the reason of the block; only for owners who have authenticated. */
export const accountBlocked = ({ told }: repo.Block): AppError =>
  new AppError('AccountBlocked', {}, { next: told === null ? {} : { told } })

/** Throws `AccountBlocked`. Call it after `shareAccount` when opening a session, so that no block can intervene. */
export async function refuseBlocked(tx: Transaction, userId: string): Promise<void> {
  const block = await findBlock(tx, userId)
  if (block) throw accountBlocked(block)
}

/** Time of the block, or null. */
export const findBlockTime = async (db: Queryable, userId: string): Promise<Date | null> =>
  (await findBlock(db, userId))?.blockedAt ?? null

/** Returns false if already blocked. Waits for sessions being opened, so that the caller can end them too. */
export async function blockAccount(
  tx: Transaction,
  userId: string,
  block: Omit<repo.Block, 'blockedAt'>,
): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await repo.insertBlock(tx, userId, block)) === 1
}

/** Returns the removed block; null if there was none. */
export async function unblockAccount(tx: Transaction, userId: string): Promise<repo.Block | null> {
  await lockAccount(tx, userId)
  return (await repo.deleteBlock(tx, userId)) ?? null
}

export async function forgetBlock(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBlock(tx, userId)
}
