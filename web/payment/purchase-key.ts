import { readStored, removeStored, writeStored } from '#web/client/browser-storage.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'

export type Purchase = {
  readonly goodsId: string
  readonly currency: string
  readonly method: string
  readonly expectedTotalMinor: number
  readonly promoCode?: string
  readonly onlyDifference?: boolean
  /** What it is of a group, where it is that: a seat of one, or the start of one. */
  readonly group?: string
}

/** Everything that the order is made of is in the name: with another body the same key would be a conflict. */
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
 * The idempotency key of this attempt to buy. It stays the same until `closePurchase`, so that a purchase whose answer
 * got lost is repeated and not doubled, also after a reload.
 */
export function purchaseKey(uid: number, purchase: Purchase): string {
  const name = storageKeyOf(uid, purchase)
  const known = readStored('sessionStorage', name)
  if (known) return known
  const key = randomAlphanumerics(24)
  writeStored('sessionStorage', name, key)
  return key
}

/** The answer is known: the next purchase is another one. */
export const closePurchase = (uid: number, purchase: Purchase): void =>
  removeStored('sessionStorage', storageKeyOf(uid, purchase))
