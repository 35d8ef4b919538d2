import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/groups.rules.ts'
import type { PlanRate } from '#server/modules/membership/conversion.rules.ts'
import {
  addedEntries,
  expiryOf,
  foldLedger,
  type Making,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { knownPayments, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { keptMinor } from '#server/modules/payouts/commissions.rules.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { freezeReward, type InviterThen, type RewardRow } from '#server/modules/referrals/rewards.rules.ts'
import { applyMoney, giveBack, untouched, type OrderChange } from './decide-order.rules.ts'
import { decideReferral, type Earnings, type Purchase, type Standing } from './decide-referral.rules.ts'
import { stepByMoney } from './decide-seats.rules.ts'
import {
  applyTime,
  timeOfOrder,
  timeOfSeats,
  type Ledgers,
  type TimeChange,
  type TimeChanged,
} from './decide-time.rules.ts'

/** What a change begins with: the money of an order, or a step of a group, or both. */
export type Worth<G extends SoldGroup = SoldGroup> = {
  readonly change: OrderChange | null
  readonly group: { readonly before: G; readonly step: Step<G> } | null
  readonly times: readonly TimeChange[]
}

/** What an order's money is worth, and what its group makes of it. */
export function decideWorth<G extends SoldGroup>(
  { order, money, group, actor }: { order: PaidOrder; money: OrderMoney; group: G | null; actor: string },
  newRefundId: () => string,
): Worth<G> {
  const change = applyMoney(order, money, actor, newRefundId)
  const { paymentOutcome } = money
  if (!group) return { change, group: null, times: timeOfOrder(order, paymentOutcome.entitled) }
  return { ...worthOfStep(group, stepByMoney(group, change.order, paymentOutcome)), change }
}

/** What a step of a group changes that no order's money made. */
export const worthOfStep = <G extends SoldGroup>(before: G, step: Step<G>): Worth<G> => ({
  change: null,
  group: { before, step },
  times: step.group === before ? [] : timeOfSeats(step.group),
})

/** Whether an order's money bought what it was paid for, time of its own or seats of a group that is complete; and the buyer's grant. */
export function standingAfter(
  order: Pick<PaidOrder, 'id' | 'userId' | 'standingGrant'>,
  { change, group, times }: Worth,
): Pick<Purchase, 'grant'> & { readonly stands: boolean } {
  const own = times.filter(({ orderId, userId }) => orderId === order.id && userId === order.userId)
  if (!group)
    return {
      stands: change?.money.paymentOutcome.entitled === true,
      grant: grantAfter('order', order.standingGrant, own[0]),
    }
  const { status, seats } = group.step.group
  const paid = seats.filter(({ orderId }) => orderId === order.id)
  const seat = paid.find(({ userId }) => userId === order.userId)
  const time = own.find((changed) => changed.seat === seat?.seat)
  return {
    stands: status === 'finished' && paid.some(({ state }) => state === 'paid'),
    grant: grantAfter('group', seat?.standingGrant ?? null, time),
  }
}

/** What of an order's price stands, in minor units; 0 while its money bought nothing. */
export const keptOf = ({ order, money, stands }: Omit<Standing, 'grant'>): number =>
  stands && money ? keptMinor(order.totalMinor, knownPayments(money.paymentOutcome, money.attempts)) : 0

function grantAfter(
  source: 'order' | 'group',
  before: string | null,
  change: TimeChange | undefined,
): Purchase['grant'] {
  const sourceId = change ? (change.kind === 'grant' ? change.sourceId : null) : before
  return sourceId === null ? null : { source, sourceId }
}

/** Orders of the group, besides the one at hand, whose money goes back. */
export const ordersToRefund = ({ change, group }: Worth): string[] =>
  [...new Set(group?.step.refund ?? [])].filter((id) => id !== change?.order.id).toSorted()

/** Who brought the buyer of an order, at the moment in which it is paid. */
export type Freezing = {
  readonly orderId: string
  readonly inviterId: string
  readonly inviter: Omit<InviterThen, 'isMember'>
  readonly terms: AffiliateTerms
}

/** Everything else that the decision needs; `ledgers` of all whose time it may change. */
export type Surroundings = {
  readonly refunded: readonly { readonly order: PaidOrder; readonly money: OrderMoney }[]
  readonly ledgers: Ledgers
  readonly rates: readonly PlanRate[]
  readonly referrals: ReadonlyMap<string, Referral>
  readonly purchases: readonly Purchase[]
  readonly freezing: Freezing | null
}

export type Decision<G extends SoldGroup = SoldGroup> = {
  readonly orders: readonly OrderChange[]
  /** Attempts that no one should pay any more. */
  readonly closings: readonly string[]
  readonly group: Worth<G>['group']
  readonly times: readonly TimeChanged[]
  /** Ledgers to which something was added. */
  readonly ledgers: readonly TimeLedger[]
  /** Who lost time, and with it the benefits of a year: what was given to them is withdrawn. */
  readonly withoutBenefits: readonly string[]
  readonly reward: RewardRow | null
  readonly earnings: Earnings
}

/** Everything that follows, from what was read. Made again after it was written, it decides nothing. */
export function decidePayment<G extends SoldGroup>(
  worth: Worth<G>,
  known: Surroundings,
  making: Making & { readonly newRefundId: () => string },
): Decision<G> {
  const { change, group } = worth
  const refund = (order: OrderChange) => giveBack(order, making.newRefundId)
  const own = change && (group?.step.refund.includes(change.order.id) ? refund(change) : change)
  const others = known.refunded.map(({ order, money }) => refund(untouched(order, money)))
  const { ledgers, changed } = applyTime(known.ledgers, worth.times, known.rates, making)
  const reward = known.freezing && freeze(known.freezing, ledgers, making.now, change?.order)
  const none: Earnings = { ledgers, referrals: known.referrals, commissions: [], campaigns: [], voided: [] }
  const earnings = known.purchases
    .map((purchase) => (reward && purchase.order.id === reward.orderId ? { ...purchase, reward } : purchase))
    .reduce((so, purchase) => decideReferral(so, purchase, making), none)
  const lost = new Set(changed.filter(({ kind }) => kind === 'takeBack').map(({ userId }) => userId))
  const after = [...earnings.ledgers.values()]
  return {
    orders: own ? [own, ...others] : others,
    closings: change?.from.paymentOutcome.attemptsToClose ?? [],
    group,
    times: changed,
    ledgers: after.filter((ledger) => addedEntries(ledger).length > 0),
    withoutBenefits: after
      .filter((ledger) => lost.has(ledger.userId) && !isYearly(ledger, making.now))
      .map(({ userId }) => userId),
    reward,
    earnings,
  }
}

const isYearly = (ledger: TimeLedger, now: Date): boolean => {
  const { yearlyUntil } = foldLedger(ledger)
  return yearlyUntil !== null && yearlyUntil > now
}

/** Who earns by an order and at which rates, as it was when the order was paid, whatever becomes known later. */
function freeze(
  { orderId, inviterId, inviter, terms }: Freezing,
  ledgers: Ledgers,
  now: Date,
  order?: PaidOrder,
): RewardRow | null {
  if (!order) return null
  const ledger = ledgers.get(inviterId)
  const expiresAt = ledger ? expiryOf(ledger) : null
  const isMember = expiresAt !== null && expiresAt > now
  return { ...freezeReward({ ...inviter, isMember }, terms, order.currency), orderId, inviterId }
}
