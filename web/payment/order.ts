import { api } from '#web/client/api.ts'
import type { PlacedOrder } from '#web/payment/place-order.ts'

export type Order = PlacedOrder

/** Fetches an order. `ask`: the server first asks the payment provider for the current state. */
export async function fetchOrder(orderId: string, ask = false): Promise<Order | null> {
  const { list } = await api('/api/payment/payment_order', { orderId, ask }, { handlesErrors: true })
  return list[0] ?? null
}
