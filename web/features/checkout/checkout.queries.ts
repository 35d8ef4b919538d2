import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api } from '#web/lib/api.ts'
import type { PlacedOrder } from '#web/lib/place-order.ts'
import { shopFreshMs } from '#web/lib/prefetch-store.ts'
import type { Offer } from './offer.ts'

export type Order = PlacedOrder

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
