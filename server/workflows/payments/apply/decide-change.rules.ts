import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { PlanRate } from '#server/modules/membership/conversion.rules.ts'
import {
  differencesOn,
  foldLedger,
  type NewRowIds,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { orderOfGrant, type PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { timeTakenBy, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { applyMoney, refundAll, unchangedOrder, type OrderChange } from './decide-order.rules.ts'
import { stepByMoney } from './decide-seats.rules.ts'
import {
  applyTime,
  ledgerOf,
  timeOfOrder,
  timeOfParts,
  timeOfSeats,
  type Ledgers,
  type TimeChange,
  type TimeChanged,
} from './decide-time.rules.ts'

export type Effects<G extends SoldGroup = SoldGroup> = {
  readonly change: OrderChange | null
  readonly group: { readonly before: G; readonly step: Step<G> } | null
  readonly times: readonly TimeChange[]
}

export function decideEffects<G extends SoldGroup>(
  { order, money, group, actor }: { order: PaidOrder; money: OrderMoney; group: G | null; actor: string },
  newRefundId: () => string,
): Effects<G> {
  const change = applyMoney(order, money, actor, newRefundId)
  const { paymentOutcome } = money
  const effects: Effects<G> = group
    ? { ...effectsOfStep(group, stepByMoney(group, change.order, paymentOutcome)), change }
    : { change, group: null, times: timeOfOrder(order, paymentOutcome.entitled) }
  const taken = timeTakenBy(money)
  if (!taken) return effects
  const parts = timeOfParts(order, effects.group?.step.group ?? null, effects.times, taken.done)
  return { ...effects, times: [...effects.times, ...parts] }
}

export const effectsOfStep = <G extends SoldGroup>(before: G, step: Step<G>): Effects<G> => ({
  change: null,
  group: { before, step },
  times: step.group === before ? [] : timeOfSeats(step.group),
})

export const ordersToRefund = ({ change, group }: Effects): string[] =>
  [...new Set(group?.step.refund ?? [])].filter((id) => id !== change?.order.id).toSorted()

export type ChangeSurroundings = {
  readonly refunded: readonly { readonly order: PaidOrder; readonly money: OrderMoney }[]
  readonly ledgers: Ledgers
  readonly rates: readonly PlanRate[]
}

export type Change<G extends SoldGroup = SoldGroup> = {
  readonly orders: readonly OrderChange[]
  readonly closings: readonly string[]
  readonly group: Effects<G>['group']
  readonly times: readonly TimeChanged[]
  readonly ledgers: Ledgers
  readonly withoutBenefits: readonly string[]
  /**
   * Device upgrades whose underlying membership time this change takes away. They keep their money but have no effect
   * any more.
   */
  readonly emptied: readonly EmptiedDifference[]
}
export type EmptiedDifference = { readonly orderId: string; readonly baseOrderId: string; readonly grantId: string }

export function decideChange<G extends SoldGroup>(
  { change, group, times }: Effects<G>,
  { refunded, ledgers: held, rates }: ChangeSurroundings,
  ids: NewRowIds & { readonly newRefundId: () => string },
): Change<G> {
  const refund = (order: OrderChange) => refundAll(order, ids.newRefundId)
  const own = change && (group?.step.refund.includes(change.order.id) ? refund(change) : change)
  const others = refunded.map(({ order, money }) => refund(unchangedOrder(order, money)))
  const { ledgers, changed } = applyTime(held, times, rates, ids)
  const lost = new Set(changed.filter(({ kind }) => kind !== 'grant').map(({ userId }) => userId))
  return {
    orders: own ? [own, ...others] : others,
    closings: change?.from.paymentOutcome.attemptsToClose ?? [],
    group,
    times: changed,
    ledgers,
    withoutBenefits: [...lost].filter((userId) => !isYearly(ledgerOf(ledgers, userId), ids.now)),
    emptied: changed.flatMap((time) => emptiedBy(time, held)),
  }
}

/**
 * Finds paid device upgrades of membership time that a change takes away. An operator's refund of that time is rejected
 * until the upgrade is refunded, but refunds at the provider and chargebacks can still cause this.
 */
const emptiedBy = (
  { kind, userId, source, sourceId: grantId, orderId: baseOrderId }: TimeChanged,
  held: Ledgers,
): EmptiedDifference[] =>
  kind !== 'takeBack'
    ? []
    : differencesOn(ledgerOf(held, userId), source, grantId).map((difference) => ({
        orderId: orderOfGrant(difference),
        baseOrderId,
        grantId,
      }))

const isYearly = (ledger: TimeLedger, now: Date): boolean => {
  const { yearlyUntil } = foldLedger(ledger)
  return yearlyUntil !== null && yearlyUntil > now
}
