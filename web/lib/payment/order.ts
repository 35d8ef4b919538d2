import { api } from '#web/lib/api.ts'
import type { PlacedOrder } from '#web/lib/place-order.ts'

export type Order = PlacedOrder

/** `ask`: the server asks the provider before it answers. */
export async function fetchOrder(orderId: string, ask = false): Promise<Order | null> {
  const { list } = await api('/api/payment/payment_order', { orderId, ask }, { handlesErrors: true })
  return list[0] ?? null
}
