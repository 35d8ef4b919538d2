import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'

export type Purchase = {
  readonly goodsId: string
  readonly currency: string
  readonly method: string
  readonly expectedTotalMinor: number
  readonly promoCode?: string
  readonly onlyDifference?: boolean
  /** Names the seat or the start of a group; only for group purchases. */
  readonly group?: string
}

/** The name contains everything the order is made of: the same key with another body would be a conflict. */
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

/** Idempotency key of a purchase. Kept until `closePurchase`, also across reloads, so that a retry is not doubled. */
export function purchaseKey(uid: number, purchase: Purchase): string {
  const name = storageKeyOf(uid, purchase)
  const known = readStored('sessionStorage', name)
  if (known) return known
  const key = randomAlphanumerics(24)
  writeStored('sessionStorage', name, key)
  return key
}

/** Forgets the key of a purchase whose answer is known, so that the next purchase gets a new key. */
export const closePurchase = (uid: number, purchase: Purchase): void =>
  removeStored('sessionStorage', storageKeyOf(uid, purchase))
