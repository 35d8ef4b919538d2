import type { Currency } from '#shared/money.ts'
import type { OrderReason, orderStatuses } from '#shared/order-outcome.ts'
import { chainWindowMinutes, paymentWindowMinutes } from '#shared/payment-windows.ts'

export type OrderStatus = (typeof orderStatuses)[number]

export const windowMinutesOf = (method: string): number =>
  method === 'crypto' ? chainWindowMinutes : paymentWindowMinutes

/**
 * Minimum minutes for a buyer to complete a payment attempt. An attempt shortly before the end of the order's payment
 * window extends the window, but only once.
 */
export const lateAttemptMinutes = 10

/** Maximum number of orders of a buyer per hour, and of orders that wait for payment at the same time. */
export const orderLimits = { anHour: 20, waiting: 5 } as const

/** Recent orders of a buyer. `madeSince` and `payableUntil` are the earliest times among them. */
export type RecentOrders = {
  readonly made: number
  readonly waiting: number
  readonly madeSince: Date | null
  readonly payableUntil: Date | null
}

/** Seconds until the order limits allow this order, which is already counted in `recent`. Null if they allow it now. */
export function secondsUntilRoom(recent: RecentOrders, now: Date): number | null {
  const hour = 3_600_000
  const waits = [
    recent.made > orderLimits.anHour ? (recent.madeSince ?? now).getTime() + hour : 0,
    recent.waiting > orderLimits.waiting ? (recent.payableUntil ?? now).getTime() : 0,
  ]
  const until = Math.max(...waits)
  return until === 0 ? null : Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Chooses the error for the buyer: too many open orders can be cancelled, but the hourly limit requires waiting. */
export const refusalOf = (recent: RecentOrders): 'TooManyOpenOrders' | 'TooManyRequests' =>
  recent.made > orderLimits.anHour ? 'TooManyRequests' : 'TooManyOpenOrders'

/**
 * Allowed changes of an order's status. Money may arrive in any status and must not be lost. Every status therefore
 * leads to `paid` and `review`, and no status with money leads to one without.
 */
export const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: [
    'awaiting_payment',
    'paid',
    'cancelled',
    'expired',
    'review',
    'refunding',
    'refunded',
    'partially_refunded',
  ],
  awaiting_payment: ['paid', 'cancelled', 'expired', 'review', 'refunding', 'refunded', 'partially_refunded'],
  cancelled: ['paid', 'review', 'refunding', 'refunded', 'partially_refunded'],
  expired: ['paid', 'review', 'refunding', 'refunded', 'partially_refunded'],
  paid: ['refunding', 'refunded', 'partially_refunded', 'review'],
  refunding: ['paid', 'refunded', 'partially_refunded', 'review'],
  partially_refunded: ['paid', 'refunding', 'refunded', 'review'],
  refunded: ['paid', 'refunding', 'partially_refunded', 'review'],
  review: ['paid', 'refunding', 'refunded', 'partially_refunded'],
}
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)

export const isOpen = (status: OrderStatus): boolean => status === 'created' || status === 'awaiting_payment'

type MoneyOutcome = 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
export type MoneyState = {
  readonly outcome: MoneyOutcome
  readonly paidAt: Date | null
  readonly closedAt: Date | null
}
type OrderState = { readonly status: OrderStatus; readonly payableUntil: Date; readonly windowOpen: boolean }

export function nextStatus(order: OrderState, money: MoneyState): { to: OrderStatus; reason: OrderReason } | null {
  const found =
    money.outcome === 'unpaid'
      ? statusWithoutMoney(order, money)
      : money.outcome === 'short'
        ? statusWithPart(order)
        : { to: money.outcome, reason: reasonFor(order, money.outcome, money.paidAt) }
  return found && found.to !== order.status ? found : null
}

/**
 * Status of an order after a partial payment: waits for the rest while the payment window is open, and goes to review
 * afterwards.
 */
const statusWithPart = ({ status, windowOpen }: OrderState): { to: OrderStatus; reason: OrderReason } | null =>
  isOpen(status) && windowOpen ? null : { to: 'review', reason: 'underpaid' }

function reasonFor(
  order: OrderState,
  outcome: Exclude<MoneyOutcome, 'unpaid' | 'short'>,
  paidAt: Date | null,
): OrderReason {
  if (outcome === 'review') return 'needs_review'
  if (outcome !== 'paid') return outcome
  const late =
    order.status === 'expired' || order.status === 'cancelled' || (paidAt !== null && paidAt > order.payableUntil)
  return late ? 'paid_late' : 'paid'
}

/**
 * Status after all payment attempts ended at the provider. Within the payment window the order waits for another
 * attempt, and afterwards it expires. An order that the provider refused from the start is cancelled within the window,
 * because its buyer was told that it failed.
 */
function statusWithoutMoney(
  order: OrderState,
  { closedAt }: MoneyState,
): { to: OrderStatus; reason: OrderReason } | null {
  if (!isOpen(order.status) || !closedAt) return null
  if (!order.windowOpen) return { to: 'expired', reason: 'window_closed' }
  return order.status === 'created' ? { to: 'cancelled', reason: 'refused_at_provider' } : null
}

/**
 * Content of an order that upgrades the remaining time to more devices and adds no new time. `pieces`: parts of the
 * remaining time when the order was made.
 */
export type OrderedDifference = {
  readonly devicesBefore: number
  readonly seconds: number
  readonly pieces: readonly { readonly grantId: string; readonly seconds: number; readonly worthSeconds: number }[]
}

export type PaidOrder = OrderState & {
  readonly id: string
  readonly userId: string
  readonly groupId: string | null
  readonly seats: number
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
  readonly difference: OrderedDifference | null
  readonly totalMinor: number
  readonly currency: Currency
  readonly promoCode: string | null
  readonly paidAt: Date | null
  readonly standingGrant: string | null
  readonly grantsMade: number
  readonly isTest?: boolean
}
export type StatusChange = {
  readonly from: OrderStatus
  readonly to: OrderStatus
  readonly reason: OrderReason
  readonly actor: string
  readonly paidAt: Date | null
}

export function deriveStatus<Order extends OrderState & { readonly id: string; readonly paidAt: Date | null }>(
  order: Order,
  money: MoneyState,
  actor: string,
): { order: Order; changes: readonly StatusChange[] } {
  const next = nextStatus(order, money)
  if (!next) return { order, changes: [] }
  const { status: from } = order
  if (!canBecome(from, next.to)) throw new Error(`order ${order.id} cannot go from ${from} to ${next.to}`)
  return {
    order: { ...order, status: next.to, paidAt: order.paidAt ?? money.paidAt },
    changes: [{ from, ...next, actor, paidAt: money.paidAt }],
  }
}

/**
 * Id of an order's next membership grant. The first is the order's id. A payment after a reversal gets another id,
 * because the membership ledger accepts each id once.
 */
export const nextGrantId = ({ id, grantsMade }: Pick<PaidOrder, 'id' | 'grantsMade'>): string =>
  grantsMade === 0 ? id : `${id}:${grantsMade}`
export const orderOfGrant = (grantId: string): string => grantId.split(':', 1)[0] ?? grantId

/**
 * Days after which unpaid orders and groups are deleted. Long enough for late money: providers retry notifications for
 * three days, and missing daily reports are fetched for up to 60 days.
 */
export const unpaidOrderDays = 90
