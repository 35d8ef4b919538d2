import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { isOpen, type OrderStatus } from '#server/modules/orders/orders.rules.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'

/** Running product that the demo users act in. `simulator`: URL of the simulated gateways. */
export type DemoWorld = PaymentDeps & {
  readonly digest: KeyedDigest
  readonly simulator: string
  readonly wait?: () => Promise<unknown>
}

/** Maximum number of polls for a payment to arrive, enough for a busy machine. */
const looks = 300

/** Pays an order like a buyer: confirms on the gateway's page and waits until the shop has registered the payment. */
export async function payOrder(world: DemoWorld, userId: string, orderId: string): Promise<void> {
  const { database, simulator } = world
  const [attempt] = await listAttempts(database, [orderId])
  const { pay, status } = await readOrder(database, userId, orderId, 'en')
  if (status !== 'awaiting_payment' || !attempt) return
  const address = pay.kind === 'redirect' ? pay.url : pay.kind === 'qr' ? pay.content : ''
  if (URL.canParse(address)) await (await fetch(address)).text()
  const paid = await fetch(`${simulator}/switchboard/${attempt.provider}/bills/${attempt.id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  // Status 409 means that an earlier, interrupted start has paid already, before the shop knew of it.
  if (!paid.ok && paid.status !== 409)
    throw new Error(`the gateway simulator refused the payment of ${orderId}: ${await paid.text()}`)
  await untilOrder(world, orderId, (reached) => !isOpen(reached))
}

export async function untilOrder(
  { database, wait = () => sleep(100) }: DemoWorld,
  orderId: string,
  isReached: (status: OrderStatus) => boolean,
): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const order = await findOrder(database, orderId)
    if (order && isReached(order.status)) return
    await wait()
  }
  throw new Error(`nothing came of the order ${orderId}`)
}
