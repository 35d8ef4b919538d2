import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { PlanRate } from '#server/modules/membership/conversion.rules.ts'
import {
  differencesOn,
  expiryOf,
  foldLedger,
  type NewRowIds,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { orderOfGrant, type PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { timeTakenBy, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import {
  freezeReward,
  type InviterThen,
  type PaidThen,
  type RewardRow,
} from '#server/modules/referrals/rewards.rules.ts'
import { applyMoney, refundAll, unchangedOrder, type OrderChange } from './decide-order.rules.ts'
import { decideReferral, type ActivePurchase, type Earnings, type Purchase } from './decide-referral.rules.ts'
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

export type OrderEffects<G extends SoldGroup = SoldGroup> = Effects<G> & { readonly change: OrderChange }

/**
 * First part of the decision, from the order and its money alone: its status (`deriveStatus` knows late payments), its
 * seat (`stepByMoney`) and its membership time. The effects say what must be read for the second part.
 */
export function decideEffects<G extends SoldGroup>(
  { order, money, group, actor }: { order: PaidOrder; money: OrderMoney; group: G | null; actor: string },
  newRefundId: () => string,
): OrderEffects<G> {
  const change = applyMoney(order, money, actor, newRefundId)
  const { paymentOutcome } = money
  const effects: OrderEffects<G> = group
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

export function nextStanding(
  order: Pick<PaidOrder, 'id' | 'userId' | 'standingGrant'>,
  { change, group, times }: Effects,
): Pick<Purchase, 'grant'> & { readonly isActive: boolean } {
  if (!group)
    return {
      isActive: change?.money.paymentOutcome.entitled === true,
      grant: grantAfter('order', order.standingGrant, times[0]),
    }
  const { status, seats } = group.step.group
  const paid = seats.filter(({ orderId }) => orderId === order.id)
  const seat = paid.find(({ userId }) => userId === order.userId)
  const time = times.find((changed) => changed.seat === seat?.seat)
  return {
    isActive: status === 'finished' && paid.some(({ state }) => state === 'paid'),
    grant: grantAfter('group', seat?.standingGrant ?? null, time),
  }
}

export const keptAmount = ({ money, isActive }: Pick<ActivePurchase, 'money' | 'isActive'>): number =>
  isActive && money ? money.paymentOutcome.keptMinor : 0

function grantAfter(
  source: 'order' | 'group',
  before: string | null,
  change: TimeChange | undefined,
): Purchase['grant'] {
  const sourceId = change ? (change.kind === 'takeBack' ? null : change.sourceId) : before
  return sourceId === null ? null : { source, sourceId }
}

export type ChangeSurroundings = {
  readonly refunded: readonly { readonly order: PaidOrder; readonly money: OrderMoney }[]
  readonly ledgers: Ledgers
  readonly rates: readonly PlanRate[]
}

export type Freezing = {
  readonly orderId: string
  readonly inviterId: string
  readonly inviter: Omit<InviterThen, 'isMember'>
  readonly paid: Omit<PaidThen, 'currency'>
  readonly terms: AffiliateTerms
}

export type Surroundings = ChangeSurroundings & {
  readonly referrals: ReadonlyMap<string, Referral>
  readonly purchases: readonly Purchase[]
  readonly freezing: Freezing | null
}

export type Decision<G extends SoldGroup = SoldGroup> = {
  readonly change: Change<G>
  readonly reward: RewardRow | null
  readonly earnings: Earnings
}

/** Second part: computes all changes caused by a payment. Idempotent: a second run yields none. */
export function decidePayment<G extends SoldGroup>(
  effects: Effects<G>,
  known: Surroundings,
  ids: NewRowIds & { readonly newRefundId: () => string },
): Decision<G> {
  const change = decideChange(effects, known, ids)
  const reward = known.freezing && freeze(known.freezing, change.ledgers, ids.now, effects.change?.order)
  const none = { referrals: known.referrals, commissions: [], campaigns: [], voided: [] }
  const earnings = known.purchases
    .map((purchase) => (reward && purchase.order.id === reward.orderId ? { ...purchase, reward } : purchase))
    .reduce((so, purchase): Earnings => decideReferral(so, purchase, ids), { ...none, ledgers: change.ledgers })
  return { change: { ...change, ledgers: earnings.ledgers }, reward, earnings }
}

function freeze(
  { orderId, inviterId, inviter, paid, terms }: Freezing,
  ledgers: Ledgers,
  now: Date,
  order?: PaidOrder,
): RewardRow | null {
  if (!order) return null
  const ledger = ledgers.get(inviterId)
  const expiresAt = ledger ? expiryOf(ledger) : null
  const isMember = expiresAt !== null && expiresAt > now
  return { ...freezeReward({ ...inviter, isMember }, terms, { ...paid, currency: order.currency }), orderId, inviterId }
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
