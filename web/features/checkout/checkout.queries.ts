import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { api, type CallOutput } from '#web/lib/api.ts'
import { shopFreshMs } from '#web/lib/prefetch-store.ts'
import { closePurchase, purchaseKey, type Purchase } from './purchase-key.ts'
import type { Offer } from './offer.ts'

export type Order = CallOutput<'/api/payment/payment_purchase'>

export const shopQuery = (language: Language) =>
  queryOptions({
    queryKey: ['shop', language],
    // Silent: the page already shows the plans that the server rendered.
    queryFn: async (): Promise<readonly Offer[]> =>
      (await api('/api/payment/payment_shop', {}, { handlesErrors: true })).list,
    staleTime: shopFreshMs,
  })

/** `ask`: the server asks the provider before it answers. */
export async function fetchOrder(orderId: string, ask = false): Promise<Order | null> {
  const { list } = await api('/api/payment/payment_order', { orderId, ask }, { handlesErrors: true })
  return list[0] ?? null
}

/** The server may have placed the order although it did not say so. */
const answerIsUnknown = (error: unknown) =>
  !(error instanceof ApiError) || ['NetworkError', 'Internal', 'Unavailable'].includes(error.status)

/** Places the order, or finds the one that an earlier try with the same content has placed. */
export async function placeOrder(uid: number, purchase: Purchase & Pick<Order, 'currency' | 'method'>): Promise<Order> {
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
