import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './redeem-codes.repo.ts'
import { formatRedeemCode, normalizeRedeemCode } from './redeem-codes.rules.ts'
import { findByHash, type FoundCode, type NewBatch } from './redeem-codes.queries.ts'

/** Digest of a redeem code. Only digests are stored. `plain`: the code without dashes. */
const hashOf = (plain: string): Buffer => createHash('sha256').update(plain).digest()

/** Creates a batch of redeem codes and returns the codes, which are not stored. Null if the batch's name is taken. */
export async function createBatch(tx: Transaction, batch: Omit<NewBatch, 'id'>): Promise<readonly string[] | null> {
  const id = randomUUIDv7()
  if ((await repo.insertBatch(tx, { ...batch, id })) === 0) return null
  const codes = Array.from({ length: batch.count }, () => formatRedeemCode(randomBytes(10)))
  const hashes = codes.map((code) => hashOf(code.replaceAll('-', '')))
  await repo.insertCodes(
    tx,
    id,
    codes.map(() => randomUUIDv7()),
    hashes,
  )
  return codes
}

/**
 * Redeems a code. Returns undefined if the code is unknown, used, expired or withdrawn; the result does not reveal
 * which.
 */
export async function consumeCode(db: Queryable, text: string, userId: string): Promise<repo.RedeemedCode | undefined> {
  const plain = normalizeRedeemCode(text)
  return plain === null ? undefined : repo.consumeCode(db, hashOf(plain), userId)
}

export const findCode = async (db: Queryable, plain: string | null): Promise<FoundCode | undefined> =>
  plain === null ? undefined : findByHash(db, hashOf(plain))
