import { AppError } from '#shared/errors.ts'
import { foldCode } from '#shared/typed-code.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './promo-codes.repo.ts'
import { allowsMethod, discountMinor, fitsOf, isMendable, refusePromoCode, type Basket } from './promo-codes.rules.ts'

export type Discount = { readonly code: string; readonly discountMinor: number; readonly maxUsesPerUser: number | null }

/**
 * Finds the discount of a promo code. `shopper` is null if nobody is signed in. If another plan or payment method would
 * help, the error contains the code's conditions.
 */
export async function findDiscount(
  db: Queryable,
  text: string,
  basket: Basket,
  shopper: { userId: string; hasPaid: boolean } | null,
): Promise<Discount> {
  const code = foldCode(text)
  const promo = await repo.findPromoCode(db, code)
  if (!promo) throw new AppError('PromoUnknown')
  const uses = shopper ? ((await repo.countUserUses(db, code, shopper.userId))?.uses ?? 0) : 0
  const refusal = refusePromoCode(promo, basket, shopper && { hasPaid: shopper.hasPaid, uses })
  if (refusal) throw new AppError(refusal, {}, { next: isMendable(refusal) ? { fits: fitsOf(promo) } : {} })
  return { code, discountMinor: discountMinor(promo, basket), maxUsesPerUser: promo.maxUsesPerUser }
}

export async function isPromoCodeForMethod(db: Queryable, code: string, method: string): Promise<boolean> {
  const promo = await repo.findPromoCode(db, code)
  return promo !== undefined && allowsMethod(promo, method)
}

export const isForFirstPurchase = async (db: Queryable, code: string): Promise<boolean> =>
  (await repo.findPromoCode(db, code))?.firstPurchaseOnly === true

/** Reserves a use of a promo code in the order's transaction. Throws `PromoUsedUp` or `PromoUsed` if none is left. */
export async function reservePromoCode(
  tx: Transaction,
  { orderId, userId, discount }: { orderId: string; userId: string; discount: Discount },
): Promise<void> {
  // Counts the use of the code before the use by this user, always in this order, to prevent deadlocks between orders
  // of a buyer.
  if ((await repo.consumeUse(tx, discount.code)) === 0) throw new AppError('PromoUsedUp')
  if ((await repo.consumeUserUse(tx, discount.code, userId, discount.maxUsesPerUser)) === 0)
    throw new AppError('PromoUsed')
  await repo.insertUse(tx, orderId, discount.code, userId)
}

/** Releases the promo code use of an abandoned order, once. The caller must hold the order's lock. */
export const releasePromoCode = (tx: Transaction, orderId: string): Promise<void> => release(tx, orderId, 'reserved')

/**
 * Applies what was decided about an order's use of a promo code: `release` of an abandoned order, `return` of a free
 * order that an operator took back. Returns true if the code was used too often. The caller must hold the order's lock.
 */
export async function settlePromoCode(
  tx: Transaction,
  orderId: string,
  use: 'return' | 'spend' | 'release' | null,
): Promise<boolean> {
  if (use === 'spend') return spendPromoCode(tx, orderId)
  if (use !== null) await release(tx, orderId, use === 'return' ? 'used' : 'reserved')
  return false
}

async function release(tx: Transaction, orderId: string, from: 'reserved' | 'used'): Promise<void> {
  const use = await repo.moveUse(tx, orderId, from, 'released')
  if (!use) return
  await repo.addUses(tx, use.code, -1)
  await repo.addUserUses(tx, use.code, use.userId, -1)
}

/**
 * Marks a promo code use as spent after the payment. A released use is taken again, even beyond the limit, because the
 * buyer was promised the price and paid it. Returns true if the limit is exceeded.
 */
async function spendPromoCode(tx: Transaction, orderId: string): Promise<boolean> {
  if (await repo.moveUse(tx, orderId, 'reserved', 'used')) return false
  const use = await repo.moveUse(tx, orderId, 'released', 'used')
  if (!use) return false
  await repo.addUses(tx, use.code, 1)
  await repo.addUserUses(tx, use.code, use.userId, 1)
  return (await repo.findOveruse(tx, use.code, use.userId)).isOver
}
