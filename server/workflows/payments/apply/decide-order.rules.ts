import { deriveStatus, isOpen, type PaidOrder, type StatusChange } from '#server/modules/orders/orders.rules.ts'
import {
  decideRefund,
  refundDuplicates,
  withRefunds,
  type NewRefund,
  type OrderMoney,
} from '#server/modules/payments/order-money.rules.ts'
import type { PaymentOutcome } from '#server/modules/payments/payments.rules.ts'

type Review = {
  readonly orderId: string
  readonly attemptId: string | null
  readonly reason: string
  readonly subject?: string
  readonly details: unknown
}

export type OrderChange = {
  readonly order: PaidOrder
  readonly from: OrderMoney
  readonly money: OrderMoney
  readonly statuses: readonly StatusChange[]
  readonly refunds: readonly NewRefund[]
  readonly isFinal: boolean
  readonly reviews: readonly Review[]
  readonly isNewlyPaid: boolean
}

export function applyMoney(order: PaidOrder, money: OrderMoney, actor: string, newRefundId: () => string): OrderChange {
  const { order: after, changes } = deriveStatus(order, money.paymentOutcome, actor)
  const refunds = refundDuplicates(money, newRefundId)
  const isOverdue = money.paymentOutcome.outcome === 'short' && after.status === 'review'
  return {
    order: after,
    from: money,
    money: withRefunds(money, { refunds, isFinal: false }),
    statuses: changes,
    refunds,
    isFinal: false,
    reviews: [...reviewsOf(money), ...(isOverdue ? [underpaid(order, money.paymentOutcome)] : [])],
    isNewlyPaid: order.paidAt === null && after.paidAt !== null,
  }
}

/**
 * Decides about the order's use of a promo code. Any money spends it, even if it does not fit the price, because it may
 * still be accepted. An order that waits for its payment keeps the use reserved.
 */
export function decidePromoCodeUse({ order, money }: OrderChange): 'return' | 'spend' | 'release' | null {
  if (order.promoCode === null) return null
  if (money.isTakenBack === true) return 'return'
  if (money.paymentOutcome.outcome !== 'unpaid') return 'spend'
  return isOpen(order.status) ? null : 'release'
}

export const unchangedOrder = (order: PaidOrder, money: OrderMoney): OrderChange => ({
  order,
  from: money,
  money,
  statuses: [],
  refunds: [],
  isFinal: false,
  reviews: [],
  isNewlyPaid: false,
})

export function refundAll(change: OrderChange, newRefundId: () => string): OrderChange {
  const wish = { amountMinor: 'all', reason: 'group', requestedBy: 'group', undecided: 'keep' } as const
  const plan = decideRefund(change.money, wish, newRefundId)
  const money = withRefunds(change.money, plan)
  const { order, changes } = deriveStatus(change.order, money.paymentOutcome, 'group')
  const known = change.refunds.map((refund) => (plan.isFinal ? { ...refund, isFinal: true } : refund))
  return {
    ...change,
    order,
    money,
    statuses: [...change.statuses, ...changes],
    refunds: [...known, ...plan.refunds],
    isFinal: change.isFinal || plan.isFinal,
    reviews: [...change.reviews, ...reviewsOf(money)],
  }
}

const reviewsOf = ({ orderId, paymentOutcome }: OrderMoney): Review[] =>
  paymentOutcome.reviews.map((review) => ({ orderId, ...review }))

const underpaid = ({ id, totalMinor, currency }: PaidOrder, { payments }: PaymentOutcome): Review => ({
  orderId: id,
  attemptId: payments.at(-1)?.attemptId ?? null,
  reason: 'underpaid',
  details: {
    receivedMinor: payments.reduce((sum, payment) => sum + payment.amountMinor, 0),
    expectedMinor: totalMinor,
    currency,
  },
})
