import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'

export type Purchase = {
  readonly goodsId: string
  readonly currency: string
  readonly method: string
  readonly expectedTotalMinor: number
  readonly promoCode?: string
  readonly onlyDifference?: boolean
  /** Identifies the seat or the new group; only for group purchases. */
  readonly group?: string
}

/**
 * Storage key that contains everything the order is made of, because the server refuses the same idempotency key with
 * other content.
 */
const storageKeyOf = (
  uid: number,
  { goodsId, currency, method, expectedTotalMinor, promoCode, group, onlyDifference }: Purchase,
) =>
  [
    'purchase-key',
    uid,
    goodsId,
    currency,
    method,
    expectedTotalMinor,
    promoCode,
    group && `group ${group}`,
    onlyDifference && 'difference',
  ]
    .filter((part) => part !== undefined)
    .join(':')

/**
 * Idempotency key of a purchase. It is kept in this tab until `closePurchase`, also across reloads, so that a retry
 * creates no second order.
 */
export function purchaseKey(uid: number, purchase: Purchase): string {
  const name = storageKeyOf(uid, purchase)
  const known = readStored('sessionStorage', name)
  if (known) return known
  const key = randomAlphanumerics(24)
  writeStored('sessionStorage', name, key)
  return key
}

/** Forgets the idempotency key of a purchase that the server has answered, so that the next purchase gets a new one. */
export const closePurchase = (uid: number, purchase: Purchase): void =>
  removeStored('sessionStorage', storageKeyOf(uid, purchase))
