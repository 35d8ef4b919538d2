import { money } from '#shared/money.ts'
import { withdrawRefunded } from '#server/modules/benefits/benefits.service.ts'
import {
  forgetSeatGrant,
  rememberSeatGrant,
  saveStep,
  seatGrantId,
  type Group,
} from '#server/modules/groups/groups.service.ts'
import { beneficiary, type Seat } from '#server/modules/groups/groups.rules.ts'
import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import { grantPlan, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findGrant, lockBenefits } from '#server/modules/membership/membership.queries.ts'
import { applyOutcome, lockOrderInGroup } from '#server/modules/orders/orders.service.ts'
import { setGroupExpiry } from '#server/modules/orders/orders.queries.ts'
import { derivePaymentOutcome } from '#server/modules/payments/payments.service.ts'
import { planRefund } from '#server/modules/payments/refunds.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueueOrders, enqueueRefunds } from './enqueue-by-provider.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'

/**
 * Makes what a step decided true, in one transaction: seats, everybody's time, money that goes back, orders that nobody
 * should pay any more. The caller holds the lock of the group, which it read as `before`.
 */
export async function changeGroup(tx: Transaction, before: Group, step: Step<Group>, actor: string): Promise<void> {
  if (!(await saveStep(tx, before, step, actor))) return
  for (const orderId of [...new Set(step.refund)].toSorted()) await giveBack(tx, orderId)
  await enqueueOrders(tx, 'cancel-group-order', step.cancel)
  await reconcileTime(tx, step.group)
}

/** Each seat stands for at most one grant at any moment. Memberships are locked by user id. */
async function reconcileTime(tx: Transaction, group: Group): Promise<void> {
  const seats = group.seats
    .map((seat) => ({ seat, userId: beneficiary(group, seat) }))
    .toSorted((a, b) => ((a.userId ?? a.seat.userId ?? '') < (b.userId ?? b.seat.userId ?? '') ? -1 : 1))
  for (const { seat, userId } of seats) {
    if (userId !== null && seat.standingGrant === null) await grantSeat(tx, group, seat, userId)
    if (userId === null && seat.standingGrant !== null) await takeBackSeat(tx, group, seat, seat.standingGrant)
  }
}

async function grantSeat(tx: Transaction, group: Group, seat: Seat, userId: string): Promise<void> {
  const sourceId = seatGrantId(group.id, seat)
  const { months, bonusDays, maxDevices } = group
  const rates = await readPlanRates(tx, group.currency)
  const granted = await grantPlan(tx, { userId, source: 'group', sourceId, months, bonusDays, maxDevices }, rates)
  if (!granted) throw new Error(`the ledger knows a grant ${sourceId} that its seat does not`)
  await rememberSeatGrant(tx, group.id, seat, sourceId)
  await setGroupExpiry(tx, seat.orderId, userId, granted.expiresAt)
}

async function takeBackSeat(tx: Transaction, group: Group, seat: Seat, sourceId: string): Promise<void> {
  const rates = await readPlanRates(tx, group.currency)
  const reversed = await findGrant(tx, 'group', sourceId)
  await reverseGrant(tx, { source: 'group', sourceId, reversedBy: sourceId, note: null }, rates)
  await forgetSeatGrant(tx, group.id, seat)
  if (reversed) await withdrawRefunded(tx, reversed.userId, await lockBenefits(tx, reversed.userId))
  await setGroupExpiry(tx, seat.orderId, seat.userId ?? group.creatorId, null)
}

/**
 * Promises to give an order's money back, all that is left of it. A payment that is contested, or whose refund was
 * refused once, waits for a person already, and what else came for the order goes back all the same; giving back twice is
 * nothing.
 */
async function giveBack(tx: Transaction, orderId: string): Promise<void> {
  const order = await lockOrderInGroup(tx, orderId)
  const owned = { id: order.id, total: money(order.totalMinor, order.currency) }
  const why = { reason: 'group', requestedBy: 'group', undecided: 'keep' } as const
  const { ids } = await planRefund(tx, owned, { amountMinor: 'all', ...why })
  await enqueueRefunds(tx, ids)
  const { paymentOutcome } = await derivePaymentOutcome(tx, owned, [], 'query')
  await applyOutcome(tx, order, paymentOutcome, 'group')
}
