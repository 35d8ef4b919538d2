import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findReceipt, type Receipt } from './receipts.queries.ts'
import * as repo from './receipts.repo.ts'
import { seriesOf, type SellerThen } from './receipts.rules.ts'

/** Lets the receipt of a paid order wait for its number. Part of the sale's transaction, so that no receipt is lost. */
export const awaitReceipt = (tx: Queryable, orderId: string): Promise<unknown> => repo.insertWaiting(tx, orderId)

/**
 * Numbers the receipt of a paid order, once, without waiting for the next batch. The caller must hold the order's lock,
 * so that no order gets two numbers.
 */
export async function issueReceipt(tx: Transaction, orderId: string, seller: SellerThen | null): Promise<Receipt> {
  const known = await findReceipt(tx, orderId)
  if (known) return known
  await repo.insertWaiting(tx, orderId)
  await numberAll(tx, await repo.lockWaiting(tx, orderId), seller)
  const receipt = await findReceipt(tx, orderId)
  if (!receipt) throw new Error(`the receipt of ${orderId} got no number`)
  return receipt
}

/** Numbers up to `limit` waiting receipts in the order of their sales. Returns how many. */
export async function numberWaiting(
  tx: Transaction,
  readSeller: () => Promise<SellerThen | null>,
  limit: number,
): Promise<number> {
  const waiting = await repo.lockNextWaiting(tx, limit)
  if (waiting.length > 0) await numberAll(tx, waiting, await readSeller())
  return waiting.length
}

async function numberAll(
  tx: Transaction,
  locked: readonly { orderId: string }[],
  seller: SellerThen | null,
): Promise<void> {
  if (locked.length === 0) return
  const orderIds = locked.map(({ orderId }) => orderId)
  const numbered = await repo.numberReceipts(tx, { orderIds, series: seriesOf(seller), seller })
  if (numbered.length !== orderIds.length)
    throw new Error(`${numbered.length} of ${orderIds.length} receipts got a number; the series would have a gap`)
}

export const fixBuyer = async (tx: Transaction, orderId: string, name: string | null): Promise<boolean> =>
  (await repo.setBuyer(tx, orderId, name)) === 1
