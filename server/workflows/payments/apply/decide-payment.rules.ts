import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import { expiryOf, type NewRowIds } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import {
  freezeReward,
  type InviterThen,
  type PaidThen,
  type RewardRow,
} from '#server/modules/referrals/rewards.rules.ts'
import { decideChange, type Change, type ChangeSurroundings, type Effects } from './decide-change.rules.ts'
import { decideReferral, type Earnings, type Purchase, type ActivePurchase } from './decide-referral.rules.ts'
import type { Ledgers, TimeChange } from './decide-time.rules.ts'

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

/** Computes all changes caused by a payment. Idempotent: a second run yields none. */
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
