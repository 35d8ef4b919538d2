import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import { AppError } from '#shared/errors.ts'
import { decideElsewhere } from '#shared/order-outcome.ts'
import type { Language } from '#shared/language.ts'
import { findOrder, listOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { askAboutOrder } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { describeOrders, type OrderView } from './describe-orders.ts'

type OrderPage = Output<(typeof paymentCalls)['/api/payment/payment_order']>

const pageSize = 20

const isId = (orderId: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(orderId)

/** Finds an order of this user. Throws `NotFound` for unknown orders and those of other users alike. */
export async function findOwn(db: Queryable, userId: string, orderId: string): Promise<Order> {
  const order = isId(orderId) ? await findOrder(db, orderId) : undefined
  if (order?.userId !== userId) throw new AppError('NotFound')
  return order
}

export async function readOrder(
  db: Queryable,
  userId: string,
  orderId: string,
  language: Language,
): Promise<OrderView> {
  const [view] = await describeOrders(db, userId, [await findOwn(db, userId, orderId)], language)
  if (!view) throw new AppError('NotFound')
  return view
}

export async function askForOrder(
  deps: PaymentDeps,
  userId: string,
  orderId: string,
  language: Language,
): Promise<OrderView> {
  const order = await findOwn(deps.database, userId, orderId)
  if (order.status !== 'paid') await askAboutOrder(deps, await listAttempts(deps.database, [order.id]))
  return readOrder(deps.database, userId, orderId, language)
}

export async function readOrders(
  db: Queryable,
  userId: string,
  before: Date | null,
  language: Language,
): Promise<OrderPage> {
  const orders = await listOrders(db, userId, before, pageSize)
  const last = orders.length < pageSize ? undefined : orders.at(-1)
  const more = last !== undefined && (await listOrders(db, userId, last.createdAt, 1)).length > 0
  return { list: await describeOrders(db, userId, orders, language), more }
}

export async function readState(
  deps: PaymentDeps,
  orderId: string,
  isAsking: boolean,
): Promise<{ outcome: 'elsewhere' | 'elsewhere-wait' | 'elsewhere-other' }> {
  const order = isId(orderId) ? await findOrder(deps.database, orderId) : undefined
  if (!order) throw new AppError('NotFound')
  if (isAsking && isOpen(order.status)) await askAboutOrder(deps, await listAttempts(deps.database, [order.id]))
  const { status } = (await findOrder(deps.database, order.id)) ?? order
  return { outcome: decideElsewhere(status) }
}
