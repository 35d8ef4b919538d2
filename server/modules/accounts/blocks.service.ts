import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { lockAccount } from './accounts.service.ts'
import * as repo from './blocks.repo.ts'

export const findBlock = async (db: Queryable, userId: string): Promise<repo.Block | null> =>
  (await repo.findBlock(db, userId)) ?? null

/** Error with the reason of the block. Use it only after authentication, because the reason is for the owner. */
export const accountBlocked = ({ told }: repo.Block): AppError =>
  new AppError('AccountBlocked', {}, { next: told === null ? {} : { told } })

/**
 * Throws `AccountBlocked`. Call it after `lockAccountShared` when opening a session, so that the account cannot be
 * blocked in between.
 */
export async function refuseBlocked(tx: Transaction, userId: string): Promise<void> {
  const block = await findBlock(tx, userId)
  if (block) throw accountBlocked(block)
}

export const findBlockTime = async (db: Queryable, userId: string): Promise<Date | null> =>
  (await findBlock(db, userId))?.blockedAt ?? null

/**
 * Blocks an account. Returns false if it is already blocked. Waits for sessions that are being opened, so that the
 * caller can end these too.
 */
export async function blockAccount(
  tx: Transaction,
  userId: string,
  block: Omit<repo.Block, 'blockedAt'>,
): Promise<boolean> {
  await lockAccount(tx, userId)
  return (await repo.insertBlock(tx, userId, block)) === 1
}

export async function unblockAccount(tx: Transaction, userId: string): Promise<repo.Block | null> {
  await lockAccount(tx, userId)
  return (await repo.deleteBlock(tx, userId)) ?? null
}

export async function forgetBlock(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBlock(tx, userId)
}
