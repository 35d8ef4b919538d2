import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { GoodsState } from './catalog.rules.ts'
import * as repo from './goods.repo.ts'
import { listAllGoods } from './goods.queries.ts'

const findGoods = async (db: Queryable, id: string): Promise<GoodsState | null> =>
  (await listAllGoods(db)).find((goods) => goods.id === id) ?? null

/**
 * Locks all plans against changes until the end of the transaction. Call it before comparing a price with other prices
 * or promo codes, so that the second of two concurrent transactions sees the first.
 */
export const lockAllGoods = async (tx: Transaction): Promise<void> => void (await repo.lockGoods(tx))

export async function lockGoods(tx: Transaction, id: string): Promise<GoodsState | null> {
  await lockAllGoods(tx)
  return findGoods(tx, id)
}

async function savePrices(tx: Transaction, goods: GoodsState): Promise<void> {
  await repo.deletePrices(tx, goods.id)
  for (const price of goods.prices) await repo.insertPrice(tx, goods.id, price)
  await repo.deleteGroupPrices(tx, goods.id)
  for (const price of goods.groupPrices) await repo.insertGroupPrice(tx, goods.id, price)
}

export async function saveGoods(tx: Transaction, goods: GoodsState): Promise<void> {
  await repo.updateGoods(tx, goods)
  await savePrices(tx, goods)
}

export async function addGoods(tx: Transaction, goods: GoodsState): Promise<boolean> {
  if ((await repo.insertGoods(tx, goods)) === 0) return false
  await savePrices(tx, goods)
  return true
}

/** Sets the price of the test plan. Call `lockAllGoods` before. */
export const saveTestPrice = (tx: Transaction, currency: string, priceMinor: number) =>
  repo.saveTestPrice(tx, currency, priceMinor)
