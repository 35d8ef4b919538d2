import { ApiError } from '#web/lib/api-error.ts'
import { api, type CallOutput } from '#web/lib/api.ts'
import { closePurchase, purchaseKey, type Purchase } from '#web/lib/purchase-key.ts'

export type PlacedOrder = CallOutput<'/api/payment/payment_purchase'>

/** The server may have placed the order although it did not say so. */
const answerIsUnknown = (error: unknown) =>
  !(error instanceof ApiError) || ['NetworkError', 'Internal', 'Unavailable'].includes(error.status)

/** Places the order, or finds the one that an earlier try with the same content has placed. */
export async function placeOrder(
  uid: number,
  purchase: Purchase & Pick<PlacedOrder, 'currency' | 'method'>,
): Promise<PlacedOrder> {
  try {
    const order = await api(
      '/api/payment/payment_purchase',
      { ...purchase, idempotencyKey: purchaseKey(uid, purchase) },
      { handlesErrors: true },
    )
    closePurchase(uid, purchase)
    return order
  } catch (error) {
    if (!answerIsUnknown(error)) closePurchase(uid, purchase)
    throw error
  }
}
