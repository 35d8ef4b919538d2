import type { Currency } from '#shared/money.ts'
import type { OrderReason, orderStatuses } from '#shared/order-outcome.ts'
import { chainWindowMinutes, paymentWindowMinutes } from '#shared/payment-windows.ts'

export type OrderStatus = (typeof orderStatuses)[number]

/** Minutes to pay an order. */
export const windowMinutesOf = (method: string): number =>
  method === 'crypto' ? chainWindowMinutes : paymentWindowMinutes

/** Minimum minutes of a payment attempt: a late one extends the window, once. */
export const lateAttemptMinutes = 10

/** Limits of a buyer: orders in an hour, and payable orders at a time. */
export const orderLimits = { anHour: 20, waiting: 5 } as const

/** Orders of a buyer in the last hour; times are those of the oldest. */
export type RecentOrders = {
  readonly made: number
  readonly waiting: number
  readonly madeSince: Date | null
  readonly payableUntil: Date | null
}

/** Seconds until the limits have room for the order, which is already counted; null: they have. */
export function secondsUntilRoom(recent: RecentOrders, now: Date): number | null {
  const hour = 3_600_000
  const waits = [
    recent.made > orderLimits.anHour ? (recent.madeSince ?? now).getTime() + hour : 0,
    recent.waiting > orderLimits.waiting ? (recent.payableUntil ?? now).getTime() : 0,
  ]
  const until = Math.max(...waits)
  return until === 0 ? null : Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Error for the buyer: open orders can be cancelled, but orders of the hour require waiting. */
export const refusalOf = (recent: RecentOrders): 'TooManyOpenOrders' | 'TooManyRequests' =>
  recent.made > orderLimits.anHour ? 'TooManyRequests' : 'TooManyOpenOrders'

/**
 * Legal transitions. Money may arrive in any status and must not be lost, so every status leads to `paid` and `review`,
 * and no status with money leads to one without.
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

/** True for an order that is neither paid nor ended. */
export const isOpen = (status: OrderStatus): boolean => status === 'created' || status === 'awaiting_payment'

type MoneyOutcome = 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
export type MoneyState = {
  readonly outcome: MoneyOutcome
  readonly paidAt: Date | null
  readonly closedAt: Date | null
}
export type OrderState = { readonly status: OrderStatus; readonly payableUntil: Date; readonly windowOpen: boolean }

/** Computes the status of an order from its money, with the reason for the history. Null: no change. */
export function nextStatus(order: OrderState, money: MoneyState): { to: OrderStatus; reason: OrderReason } | null {
  const found =
    money.outcome === 'unpaid'
      ? statusWithoutMoney(order, money)
      : money.outcome === 'short'
        ? statusWithPart(order)
        : { to: money.outcome, reason: reasonFor(order, money.outcome, money.paidAt) }
  return found && found.to !== order.status ? found : null
}

/** A partial payment waits for the rest during the window, then goes to review. */
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
 * All attempts ended at the provider. Within the window the order waits for another; an order that was never payable is
 * cancelled, as its buyer was told.
 */
function statusWithoutMoney(
  order: OrderState,
  { closedAt }: MoneyState,
): { to: OrderStatus; reason: OrderReason } | null {
  if (!isOpen(order.status) || !closedAt) return null
  if (!order.windowOpen) return { to: 'expired', reason: 'window_closed' }
  return order.status === 'created' ? { to: 'cancelled', reason: 'refused_at_provider' } : null
}

/** More devices for remaining time, instead of new time; pieces as of the order. */
export type OrderedDifference = {
  readonly devicesBefore: number
  readonly seconds: number
  readonly pieces: readonly { readonly grantId: string; readonly seconds: number; readonly worthSeconds: number }[]
}

/** Order fields for decisions about its payment. */
export type PaidOrder = OrderState & {
  readonly id: string
  readonly userId: string
  readonly groupId: string | null
  readonly seats: number
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
  /** Null for an order of a plan. */
  readonly difference: OrderedDifference | null
  readonly totalMinor: number
  readonly currency: Currency
  readonly promoCode: string | null
  readonly paidAt: Date | null
  readonly standingGrant: string | null
  readonly grantsMade: number
}
export type StatusChange = {
  readonly from: OrderStatus
  readonly to: OrderStatus
  readonly reason: OrderReason
  readonly actor: string
  readonly paidAt: Date | null
}

/**
 * Brings the status in line with the money; returns the order and the change, if any. Throws on an illegal transition.
 */
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
 * Id of the next membership grant of an order. The first is the order's id; a payment after a reversal gets another,
 * because the ledger accepts each id once.
 */
export const nextGrantId = ({ id, grantsMade }: Pick<PaidOrder, 'id' | 'grantsMade'>): string =>
  grantsMade === 0 ? id : `${id}:${grantsMade}`
/** Inverse of `nextGrantId`. */
export const orderOfGrant = (grantId: string): string => grantId.split(':', 1)[0] ?? grantId

/**
 * Days after which unpaid orders and groups without payment are deleted; long enough for late money: providers repeat
 * notifications for up to three days, the daily comparison looks back three days, and reports arrive a day later.
 */
export const unpaidOrderDays = 90
