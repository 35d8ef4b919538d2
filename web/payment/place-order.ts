import { ApiError } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { closePurchase, purchaseKey, type Purchase } from '#web/payment/purchase-key.ts'

export type PlacedOrder = CallOutput<'/api/payment/payment_purchase'>

/** True if the server may have placed the order although the browser got no usable answer. */
const answerIsUnknown = (error: unknown) =>
  !(error instanceof ApiError) || ['NetworkError', 'Internal', 'Unavailable'].includes(error.status)

/** Places a purchase once: repeating the same purchase returns the order of the first attempt. */
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

export type PlannedOrder = Purchase & Pick<PlacedOrder, 'currency' | 'method'>

export const placeOrder = (uid: number, purchase: PlannedOrder): Promise<PlacedOrder> =>
  placeOnce(uid, purchase, (idempotencyKey) =>
    api('/api/payment/payment_purchase', { ...purchase, idempotencyKey }, { handlesErrors: true }),
  )
