import { ApiError } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { closePurchase, purchaseKey, type Purchase } from '#web/payment/purchase-key.ts'

export type PlacedOrder = CallOutput<'/api/payment/payment_purchase'>

/** The server may have placed the order although it did not say so. */
const answerIsUnknown = (error: unknown) =>
  !(error instanceof ApiError) || ['NetworkError', 'Internal', 'Unavailable'].includes(error.status)

/** Places something that is paid, or finds what an earlier try with the same content has placed. */
export async function placeOnce<T>(
  uid: number,
  purchase: Purchase,
  place: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    const placed = await place(purchaseKey(uid, purchase))
    closePurchase(uid, purchase)
    return placed
  } catch (error) {
    if (!answerIsUnknown(error)) closePurchase(uid, purchase)
    throw error
  }
}

/** Places the order of a plan. */
export const placeOrder = (
  uid: number,
  purchase: Purchase & Pick<PlacedOrder, 'currency' | 'method'>,
): Promise<PlacedOrder> =>
  placeOnce(uid, purchase, (idempotencyKey) =>
    api('/api/payment/payment_purchase', { ...purchase, idempotencyKey }, { handlesErrors: true }),
  )
