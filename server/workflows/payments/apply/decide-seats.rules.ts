import {
  andThen,
  applySeatMoney,
  endInTime,
  type SeatMoney,
  type SeatOrder,
  type Step,
} from '#server/modules/groups/group-steps.rules.ts'
import type { GroupState } from '#server/modules/groups/groups.rules.ts'
import { isOpen, type PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { PaymentOutcome } from '#server/modules/payments/payments.rules.ts'

export const seatOrder = ({
  id,
  userId,
  payableUntil,
  seats,
}: Pick<PaidOrder, 'id' | 'userId' | 'payableUntil' | 'seats'>): SeatOrder => ({
  id,
  payerId: userId,
  leaseUntil: payableUntil,
  seats,
})

/** What an order's money is worth where it pays seats of a group: the group decides. `order` with its status as it is now. */
export const stepByMoney = <G extends GroupState>(
  group: G,
  order: Pick<PaidOrder, 'id' | 'userId' | 'payableUntil' | 'seats' | 'status' | 'paidAt'>,
  paymentOutcome: PaymentOutcome,
): Step<G> => andThen(endInTime(group), (now) => applySeatMoney(now, seatOrder(order), moneyOf(order, paymentOutcome)))

/** Of the money that bought: the earliest payment that fits, or all parts. What came twice is no matter of the seat. */
function isRefundRefused(payments: PaymentOutcome['payments']): boolean {
  const fitting = payments.filter(({ mismatch }) => mismatch === null)
  const exact = fitting.find(({ isPart }) => !isPart)
  return exact ? exact.refundFailed : fitting.some(({ refundFailed }) => refundFailed)
}

/** Money whose refund is promised or was refused neither takes a seat any more nor loses it yet. */
function moneyOf(
  order: Pick<PaidOrder, 'status' | 'paidAt'>,
  { outcome, entitled, paidAt, payments }: PaymentOutcome,
): SeatMoney {
  if (outcome === 'unpaid') return isOpen(order.status) ? 'open' : 'ended'
  if (entitled)
    return (outcome === 'paid' || outcome === 'partially_refunded') && !isRefundRefused(payments) ? 'paid' : 'open'
  // Nothing of it ever was what was asked for: a person looks at it, until all of it went back. What paid once and left its chain is gone.
  const hasPaid = paidAt !== null || order.paidAt !== null
  if (!hasPaid && (outcome === 'review' || outcome === 'short')) return 'open'
  return 'gone'
}
