import { AppError } from '#shared/errors.ts'
import { ulid } from 'ulid'
import { lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import { idsIn } from '#server/modules/membership/membership.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import type { PaymentOutcome } from '#server/modules/payments/payments.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import { decideChange, effectsOfStep } from './decide-payment.rules.ts'
import { stepByMoney } from './decide-seats.rules.ts'
import { lockGroupWithLeases } from './lock-group-leases.ts'
import { readChange } from './read-surroundings.ts'
import { writeChange } from './write-decision.ts'

/**
 * Applies a change of a group: seats, membership time, refunds, and orders that must no longer be paid. The caller must
 * hold the lock of the group, and passes the locked group as `before`.
 */
export async function changeGroup(tx: Transaction, before: Group, step: Step<Group>, actor: string): Promise<void> {
  if (step.group === before && step.events.length === 0) return
  const effects = effectsOfStep(before, step)
  const change = decideChange(effects, await readChange(tx, effects), { ...idsIn(tx), newRefundId: ulid })
  await writeChange(tx, change, actor)
}

export async function applyToGroup(
  tx: Transaction,
  order: Order,
  paymentOutcome: PaymentOutcome,
  actor: string,
): Promise<void> {
  if (order.groupId === null) return
  const group = await lockGroupWithLeases(tx, order.groupId)
  await changeGroup(tx, group, stepByMoney(group, order, paymentOutcome), actor)
}

/**
 * Checks that an order still has its seat in an open group. Throws `OrderOver` if it lost the seat, or the group is
 * complete or over, because the order must not be opened for payment again.
 */
export async function requireSeat(tx: Transaction, order: Order): Promise<void> {
  if (order.groupId === null) return
  const { status, over, seats } = await lockGroup(tx, order.groupId)
  if (status !== 'unfinished' || over || !seats.some(({ orderId }) => orderId === order.id))
    throw new AppError('OrderOver')
}
