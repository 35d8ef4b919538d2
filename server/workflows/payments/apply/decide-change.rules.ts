import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/groups.rules.ts'
import type { PlanRate } from '#server/modules/membership/conversion.rules.ts'
import {
  differencesOn,
  foldLedger,
  type NewRowIds,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { orderOfGrant, type PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { timeTakenBy, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { applyMoney, giveBack, untouched, type OrderChange } from './decide-order.rules.ts'
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

/** Effects of an order's money, of a step of a group, or of both, before other data is read. */
export type Effects<G extends SoldGroup = SoldGroup> = {
  readonly change: OrderChange | null
  readonly group: { readonly before: G; readonly step: Step<G> } | null
  readonly times: readonly TimeChange[]
}

/** Effects of an order's money on the order, its time and its group. */
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

/** Effects of a step of a group without a change of money. */
export const effectsOfStep = <G extends SoldGroup>(before: G, step: Step<G>): Effects<G> => ({
  change: null,
  group: { before, step },
  times: step.group === before ? [] : timeOfSeats(step.group),
})

/** Other orders of the group to be refunded. */
export const ordersToRefund = ({ change, group }: Effects): string[] =>
  [...new Set(group?.step.refund ?? [])].filter((id) => id !== change?.order.id).toSorted()

/** Data for `decideChange`. `ledgers`: of all users whose time changes. */
export type ChangeSurroundings = {
  readonly refunded: readonly { readonly order: PaidOrder; readonly money: OrderMoney }[]
  readonly ledgers: Ledgers
  readonly rates: readonly PlanRate[]
}

/** Changes of orders, seats and membership time. */
export type Change<G extends SoldGroup = SoldGroup> = {
  readonly orders: readonly OrderChange[]
  /** Attempts that must no longer be paid. */
  readonly closings: readonly string[]
  readonly group: Effects<G>['group']
  readonly times: readonly TimeChanged[]
  readonly ledgers: Ledgers
  /** Users who lost time and with it their yearly plan: its benefits are withdrawn. */
  readonly withoutBenefits: readonly string[]
  /** Orders for more devices whose base time is taken by this change: they keep their money but buy nothing on it. */
  readonly emptied: readonly EmptiedDifference[]
}
/** `grantId`: grant that is taken, paid by `baseOrderId`. */
export type EmptiedDifference = { readonly orderId: string; readonly baseOrderId: string; readonly grantId: string }

export function decideChange<G extends SoldGroup>(
  { change, group, times }: Effects<G>,
  { refunded, ledgers: held, rates }: ChangeSurroundings,
  ids: NewRowIds & { readonly newRefundId: () => string },
): Change<G> {
  const refund = (order: OrderChange) => giveBack(order, ids.newRefundId)
  const own = change && (group?.step.refund.includes(change.order.id) ? refund(change) : change)
  const others = refunded.map(({ order, money }) => refund(untouched(order, money)))
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
 * Device upgrades on time that is taken. Operators must refund the upgrade first; refunds at the provider and chargebacks skip
 * that rule.
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
