import { AppError } from '#shared/errors.ts'
import { lockGroup } from '#server/modules/groups/groups.service.ts'
import {
  andThen,
  endInTime,
  applySeatMoney,
  type SeatMoney,
  type SeatOrder,
} from '#server/modules/groups/group-steps.rules.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import type { PaymentOutcome } from '#server/modules/payments/payments.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import { changeGroup } from './change-group.ts'
import { lockGroupWithLeases } from './lock-group-leases.ts'

export const seatOrder = ({ id, userId, payableUntil, seats }: Order): SeatOrder => ({
  id,
  payerId: userId,
  leaseUntil: payableUntil,
  seats,
})

/**
 * What an order's money is worth where it pays seats of a group: the group decides. `order` with its status as it is
 * now; the caller holds its lock, and so the group's.
 */
export async function applyToGroup(
  tx: Transaction,
  order: Order,
  paymentOutcome: Pick<PaymentOutcome, 'outcome' | 'entitled' | 'paidAt' | 'payments'>,
  actor: string,
): Promise<void> {
  if (order.groupId === null) return
  const group = await lockGroupWithLeases(tx, order.groupId)
  const step = andThen(endInTime(group), (now) => applySeatMoney(now, seatOrder(order), moneyOf(order, paymentOutcome)))
  await changeGroup(tx, group, step, actor)
}

/** Of the money that bought: the earliest payment that fits, or all parts. What came twice is no matter of the seat. */
function isRefundRefused(payments: PaymentOutcome['payments']): boolean {
  const fitting = payments.filter(({ mismatch }) => mismatch === null)
  const exact = fitting.find(({ isPart }) => !isPart)
  return exact ? exact.refundFailed : fitting.some(({ refundFailed }) => refundFailed)
}

/** Money whose refund is promised or was refused neither takes a seat any more nor loses it yet. */
function moneyOf(
  order: Order,
  { outcome, entitled, paidAt, payments }: Pick<PaymentOutcome, 'outcome' | 'entitled' | 'paidAt' | 'payments'>,
): SeatMoney {
  if (outcome === 'unpaid') return isOpen(order.status) ? 'open' : 'ended'
  if (entitled)
    return (outcome === 'paid' || outcome === 'partially_refunded') && !isRefundRefused(payments) ? 'paid' : 'open'
  // Nothing of it ever was what was asked for: a person looks at it, until all of it went back. What paid once and left its chain is gone.
  const hasPaid = paidAt !== null || order.paidAt !== null
  if (!hasPaid && (outcome === 'review' || outcome === 'short')) return 'open'
  return 'gone'
}

/** An order that lost its seat must not be opened for paying again. Throws OrderOver. */
export async function requireSeat(tx: Transaction, order: Order): Promise<void> {
  if (order.groupId === null) return
  const { status, over, seats } = await lockGroup(tx, order.groupId)
  if (status !== 'unfinished' || over || !seats.some(({ orderId }) => orderId === order.id))
    throw new AppError('OrderOver')
}
