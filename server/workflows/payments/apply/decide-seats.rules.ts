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

/** Applies the money of an order to its group's seats. `order`: with its current status. */
export const stepByMoney = <G extends GroupState>(
  group: G,
  order: Pick<PaidOrder, 'id' | 'userId' | 'payableUntil' | 'seats' | 'status' | 'paidAt'>,
  paymentOutcome: PaymentOutcome,
): Step<G> => andThen(endInTime(group), (now) => applySeatMoney(now, seatOrder(order), moneyOf(order, paymentOutcome)))

/** True if the refund of the matching payment, or of all parts, was rejected. Duplicate payments do not matter. */
function isRefundRefused(payments: PaymentOutcome['payments']): boolean {
  const fitting = payments.filter(({ mismatch }) => mismatch === null)
  const exact = fitting.find(({ isPart }) => !isPart)
  return exact ? exact.refundFailed : fitting.some(({ refundFailed }) => refundFailed)
}

/** Money with a promised or rejected refund takes no new seat and does not lose its seat yet. */
function moneyOf(
  order: Pick<PaidOrder, 'status' | 'paidAt'>,
  { outcome, entitled, paidAt, payments }: PaymentOutcome,
): SeatMoney {
  if (outcome === 'unpaid') return isOpen(order.status) ? 'open' : 'ended'
  if (entitled)
    return (outcome === 'paid' || outcome === 'partially_refunded') && !isRefundRefused(payments) ? 'paid' : 'open'
  // It never matched: an operator decides until all is refunded. A payment that matched and left its chain is gone.
  const hasPaid = paidAt !== null || order.paidAt !== null
  if (!hasPaid && (outcome === 'review' || outcome === 'short')) return 'open'
  return 'gone'
}
