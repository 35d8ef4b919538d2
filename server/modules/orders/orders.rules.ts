import type { Currency } from '#shared/money.ts'
import type { OrderReason, orderStatuses } from '#shared/order-outcome.ts'
import { chainWindowMinutes, paymentWindowMinutes } from '#shared/payment-windows.ts'

export type OrderStatus = (typeof orderStatuses)[number]

/** Minutes in which an order can be paid. */
export const windowMinutesOf = (method: string): number =>
  method === 'crypto' ? chainWindowMinutes : paymentWindowMinutes

/** Minutes that an attempt has at least: for one that is opened late the window is extended, once. */
export const lateAttemptMinutes = 10

/** How many orders one buyer may have: made within an hour, and waiting to be paid at the same time. */
export const orderLimits = { anHour: 20, waiting: 5 } as const

/** Of one buyer, within the last hour; the times are those of the oldest one. */
export type RecentOrders = {
  readonly made: number
  readonly waiting: number
  readonly madeSince: Date | null
  readonly payableUntil: Date | null
}

/** Null, or in how many seconds there is room for the order that is counted here already. */
export function secondsUntilRoom(recent: RecentOrders, now: Date): number | null {
  const hour = 3_600_000
  const waits = [
    recent.made > orderLimits.anHour ? (recent.madeSince ?? now).getTime() + hour : 0,
    recent.waiting > orderLimits.waiting ? (recent.payableUntil ?? now).getTime() : 0,
  ]
  const until = Math.max(...waits)
  return until === 0 ? null : Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** What the buyer is told: with too many that wait they can end one, with too many made in an hour they can only wait. */
export const refusalOf = (recent: RecentOrders): 'TooManyOpenOrders' | 'TooManyRequests' =>
  recent.made > orderLimits.anHour ? 'TooManyRequests' : 'TooManyOpenOrders'

/**
 * Every legal transition. Money can arrive for an order in any status, and none of it may be dropped: so every status
 * leads to `paid` and `review`, and none of those that saw money leads back to one that did not.
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

/** Nothing was paid and nothing ended it yet. */
export const isOpen = (status: OrderStatus): boolean => status === 'created' || status === 'awaiting_payment'

type MoneyOutcome = 'unpaid' | 'short' | 'review' | 'paid' | 'refunding' | 'partially_refunded' | 'refunded'
export type MoneyState = {
  readonly outcome: MoneyOutcome
  readonly paidAt: Date | null
  readonly closedAt: Date | null
}
export type OrderState = { readonly status: OrderStatus; readonly payableUntil: Date; readonly windowOpen: boolean }

/**
 * The status that an order has by what is known about its money, and the reason that its history gives. Null: it has
 * it already.
 */
export function nextStatus(order: OrderState, money: MoneyState): { to: OrderStatus; reason: OrderReason } | null {
  const found =
    money.outcome === 'unpaid'
      ? statusWithoutMoney(order, money)
      : money.outcome === 'short'
        ? statusWithPart(order)
        : { to: money.outcome, reason: reasonFor(order, money.outcome, money.paidAt) }
  return found && found.to !== order.status ? found : null
}

/** A part of the money waits for the rest as long as the order does; then a person looks at it. */
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
 * Every attempt ended at the provider. Within its window the order goes on waiting for another one; an order that never got so
 * far that anyone could pay it is taken back, as its buyer was told.
 */
function statusWithoutMoney(
  order: OrderState,
  { closedAt }: MoneyState,
): { to: OrderStatus; reason: OrderReason } | null {
  if (!isOpen(order.status) || !closedAt) return null
  if (!order.windowOpen) return { to: 'expired', reason: 'window_closed' }
  return order.status === 'created' ? { to: 'cancelled', reason: 'refused_at_provider' } : null
}

/** More devices for time that is left, in place of time: which pieces, as they were when the order was made. */
export type OrderedDifference = {
  readonly devicesBefore: number
  readonly seconds: number
  readonly pieces: readonly { readonly grantId: string; readonly seconds: number; readonly worthSeconds: number }[]
}

/** What a payment of an order decides by, and what it changes. */
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

/** The order once its status is in line with its money, and the change that this takes, if any. Throws on an illegal one. */
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
 * Under which id the membership ledger knows the next grant of this order. The first is the order's own id; money that
 * arrives after a reversal is credited under a further one, because a ledger grants each id once.
 */
export const nextGrantId = ({ id, grantsMade }: Pick<PaidOrder, 'id' | 'grantsMade'>): string =>
  grantsMade === 0 ? id : `${id}:${grantsMade}`
/** The order that `nextGrantId` named a grant by. */
export const orderOfGrant = (grantId: string): string => grantId.split(':', 1)[0] ?? grantId
