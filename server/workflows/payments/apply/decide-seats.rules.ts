import {
  chainSteps,
  applySeatMoney,
  endInTime,
  type SeatMoney,
  type SeatOrder,
  type Step,
} from '#server/modules/groups/group-steps.rules.ts'
import type { GroupState } from '#server/modules/groups/seats.rules.ts'
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

export const stepByMoney = <G extends GroupState>(
  group: G,
  order: Pick<PaidOrder, 'id' | 'userId' | 'payableUntil' | 'seats' | 'status' | 'paidAt' | 'totalMinor' | 'currency'>,
  paymentOutcome: PaymentOutcome,
): Step<G> =>
  chainSteps(endInTime(group), (now) => applySeatMoney(now, seatOrder(order), moneyOf(order, paymentOutcome)))

/**
 * True if a refund of the matching payment, or of one of its partial payments, was rejected. Duplicate payments do not
 * matter.
 */
function isRefundRefused(payments: PaymentOutcome['payments']): boolean {
  const fitting = payments.filter(({ mismatch }) => mismatch === null)
  const exact = fitting.find(({ isPart }) => !isPart)
  return exact ? exact.refundFailed : fitting.some(({ refundFailed }) => refundFailed)
}

/**
 * True if at least half of the price has arrived and stays. Less would let somebody block a seat for a day with a cent.
 */
function isHalfPaid(
  { totalMinor, currency }: Pick<PaidOrder, 'totalMinor' | 'currency'>,
  payments: PaymentOutcome['payments'],
): boolean {
  const keptMinor = payments
    .filter((payment) => payment.currency === currency && !payment.reverted)
    .reduce((sum, { amountMinor, refundedMinor, pendingMinor, lostMinor }) => {
      return sum + amountMinor - refundedMinor - pendingMinor - lostMinor
    }, 0)
  return 2 * keptMinor >= totalMinor
}

/**
 * State of an order's money for its seat. A payment with a promised or rejected refund takes no new seat, but keeps the
 * seat that it has until the refund is done.
 */
function moneyOf(
  order: Pick<PaidOrder, 'status' | 'paidAt' | 'totalMinor' | 'currency'>,
  { outcome, entitled, paidAt, payments }: PaymentOutcome,
): SeatMoney {
  if (outcome === 'unpaid') return isOpen(order.status) ? 'open' : 'ended'
  if (entitled)
    return (outcome === 'paid' || outcome === 'partially_refunded') && !isRefundRefused(payments) ? 'paid' : 'open'
  // A payment that never matched the order waits for an operator until it is refunded. A payment that matched and was
  // then dropped by its blockchain is gone.
  const hasPaid = paidAt !== null || order.paidAt !== null
  if (!hasPaid && (outcome === 'review' || outcome === 'short')) return isHalfPaid(order, payments) ? 'half' : 'open'
  return 'gone'
}
