import { placeOrder, type Purchase } from '#server/workflows/orders/place-order.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { eventually, type Shop } from '../payments/payments.setup.ts'

/** Prices of the demo plans in fen. */
const prices: Record<string, number> = {
  'plan-1': 3_500,
  'plan-12': 26_800,
  'plan-24': 44_800,
  'plan-family-12': 42_800,
}
export type Ordered = { orderId: string; userId: string; attemptId: string }

export async function placePlan(shop: Shop, userId: string, more: Partial<Purchase> = {}): Promise<Ordered> {
  const goodsId = more.goodsId ?? 'plan-12'
  const { orderId } = await placeOrder(shop.deps, {
    userId,
    goodsId,
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor: prices[goodsId]!,
    idempotencyKey: crypto.randomUUID(),
    ...more,
  })
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  return { orderId, userId, attemptId: attempt!.id }
}

export function payAtGateway(shop: Shop, { attemptId }: Ordered): void {
  const { fakeGateway } = shop.simulator.counters.alipay
  fakeGateway.pay(fakeGateway.get(attemptId))
}

const statusOf = async (shop: Shop, orderId: string): Promise<string> =>
  (await shop.rows<{ status: string }>('select status from orders where id = $1', [orderId]))[0]!.status

export const settle = (shop: Shop, orderId: string, status = 'paid'): Promise<void> =>
  eventually(async () => {
    await shop.work()
    return (await statusOf(shop, orderId)) === status
  })

export async function giveBack(shop: Shop, orderId: string, amountMinor: number | 'all' = 'all'): Promise<void> {
  await requestRefund(shop.deps.database, { orderId, amountMinor, reason: 'asked for', requestedBy: ada })
  await settle(shop, orderId, amountMinor === 'all' ? 'refunded' : 'partially_refunded')
}
