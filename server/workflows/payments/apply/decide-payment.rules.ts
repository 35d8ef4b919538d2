import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { SoldGroup } from '#server/modules/groups/groups.rules.ts'
import { expiryOf, type Making } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import {
  freezeReward,
  type InviterThen,
  type PaidThen,
  type RewardRow,
} from '#server/modules/referrals/rewards.rules.ts'
import { decideChange, type Change, type ChangeSurroundings, type Worth } from './decide-change.rules.ts'
import { decideReferral, type Earnings, type Purchase, type Standing } from './decide-referral.rules.ts'
import type { Ledgers, TimeChange } from './decide-time.rules.ts'

/** Whether an order's money bought what it was paid for, time of its own or seats of a group that is complete; and the buyer's grant. */
export function standingAfter(
  order: Pick<PaidOrder, 'id' | 'userId' | 'standingGrant'>,
  { change, group, times }: Worth,
): Pick<Purchase, 'grant'> & { readonly stands: boolean } {
  if (!group)
    return {
      stands: change?.money.paymentOutcome.entitled === true,
      grant: grantAfter('order', order.standingGrant, times[0]),
    }
  const { status, seats } = group.step.group
  const paid = seats.filter(({ orderId }) => orderId === order.id)
  const seat = paid.find(({ userId }) => userId === order.userId)
  const time = times.find((changed) => changed.seat === seat?.seat)
  return {
    stands: status === 'finished' && paid.some(({ state }) => state === 'paid'),
    grant: grantAfter('group', seat?.standingGrant ?? null, time),
  }
}

/** Kept money of an order, in minor units; 0 while the order has no time or seat by it. */
export const keptOf = ({ money, stands }: Pick<Standing, 'money' | 'stands'>): number =>
  stands && money ? money.paymentOutcome.keptMinor : 0

function grantAfter(
  source: 'order' | 'group',
  before: string | null,
  change: TimeChange | undefined,
): Purchase['grant'] {
  const sourceId = change ? (change.kind === 'takeBack' ? null : change.sourceId) : before
  return sourceId === null ? null : { source, sourceId }
}

/** Who brought the buyer of an order, at the moment in which it is paid. */
export type Freezing = {
  readonly orderId: string
  readonly inviterId: string
  readonly inviter: Omit<InviterThen, 'isMember'>
  readonly paid: Omit<PaidThen, 'currency'>
  readonly terms: AffiliateTerms
}

/** Everything else that the decision needs; `ledgers` of all whose time it may change. */
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

/** Everything that follows, from what was read. Made again after it was written, it decides nothing. */
export function decidePayment<G extends SoldGroup>(
  worth: Worth<G>,
  known: Surroundings,
  making: Making & { readonly newRefundId: () => string },
): Decision<G> {
  const change = decideChange(worth, known, making)
  const reward = known.freezing && freeze(known.freezing, change.ledgers, making.now, worth.change?.order)
  const none = { referrals: known.referrals, commissions: [], campaigns: [], voided: [] }
  const earnings = known.purchases
    .map((purchase) => (reward && purchase.order.id === reward.orderId ? { ...purchase, reward } : purchase))
    .reduce((so, purchase): Earnings => decideReferral(so, purchase, making), { ...none, ledgers: change.ledgers })
  return { change: { ...change, ledgers: earnings.ledgers }, reward, earnings }
}

/** Who earns by an order and at which rates, as it was when the order was paid, whatever becomes known later. */
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
