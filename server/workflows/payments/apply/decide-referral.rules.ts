import {
  addTime,
  findEntry,
  takeBack,
  type GrantSource,
  type NewRowIds,
} from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { bonusSeconds, type Finding, type Referral } from '#server/modules/referrals/referrals.rules.ts'
import type { RewardRow } from '#server/modules/referrals/rewards.rules.ts'
import { decideCommission, type NewCommission, type Rate } from '#server/modules/payouts/commissions.rules.ts'
import { ledgerOf, type Ledgers } from './decide-time.rules.ts'

/** Order of a referred buyer, with the facts for the inviter's reward. */
export type Purchase = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'currency' | 'difference'>
  /** Kept price in minor units; 0 while it bought nothing. */
  readonly keptMinor: number
  /** Current grant of the buyer's time. */
  readonly grant: { readonly source: GrantSource; readonly sourceId: string } | null
  /** Reward frozen at payment; null for orders from before rewards were frozen. */
  readonly reward: RewardRow | null
  /** True if the inviter is suspended now. */
  readonly isSuspended: boolean
  readonly commissions: readonly NewCommission[]
  /** Finding against the referral at this purchase. */
  readonly cheat: Finding | null
  /** True if this purchase clears a referral held for its crowded network. */
  readonly isCleared?: boolean
  /** Earliest other paid purchase of the buyer; read only if this was the first and its money is gone. */
  readonly next: Purchase | null
}

/** Order as it will be after the decision. `isActive`: its money bought what it was paid for. */
export type ActivePurchase = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'totalMinor' | 'currency' | 'difference'>
  readonly money: OrderMoney | null
  readonly isActive: boolean
  readonly grant: Purchase['grant']
}
/** Earnings and counters after the decision. */
export type Earnings = {
  readonly ledgers: Ledgers
  /** By referred user. */
  readonly referrals: ReadonlyMap<string, Referral>
  readonly commissions: readonly NewCommission[]
  readonly campaigns: readonly { readonly id: string; readonly paid: number; readonly earnedMinor: number }[]
  /** Orders whose reward is void. */
  readonly voided: readonly string[]
}

const changed = (earnings: Earnings, referral: Referral): Earnings => ({
  ...earnings,
  referrals: new Map(earnings.referrals).set(referral.userId, referral),
})

/**
 * Brings the inviter's reward in line with the order's current money and time: commission or bonus time, as frozen at
 * payment. Idempotent; reversals are exact. `maxBonus`: limit for a purchase that replaces a refunded one, because a
 * refund must not earn.
 */
export function decideReferral(earnings: Earnings, purchase: Purchase, ids: NewRowIds, maxBonus = Infinity): Earnings {
  const { order, keptMinor, next } = purchase
  const before = earnings.referrals.get(order.userId)
  if (!before) return earnings
  const found: Referral = purchase.isCleared ? { ...before, verdict: 'counted', reason: null } : before
  const known = purchase.commissions.length > 0
  const rewarded = found.outcome === 'rewarded' && found.firstOrderId === order.id
  // Existing rewards depend on money only; a referral is judged before it earns.
  const isNew = !known && !rewarded && keptMinor > 0
  if (isNew && purchase.cheat) return changed(earnings, { ...found, ...purchase.cheat })
  if (isNew && found.verdict !== 'counted') return earnings
  const cleared = found === before ? earnings : changed(earnings, found)
  const begins = keptMinor > 0 && found.firstOrderId === null
  const ends = keptMinor === 0 && found.firstOrderId === order.id
  const isFirst = found.firstOrderId === null || found.firstOrderId === order.id
  const counted = begins || ends ? applyToFirst(cleared, found, begins ? order.id : (next?.order.id ?? null)) : cleared
  // Inviters suspended at the time of booking lose the reward for good.
  const isVoid = isNew && purchase.isSuspended && purchase.reward !== null && purchase.reward.kind !== 'nothing'
  const after = applyReward(
    isVoid ? { ...counted, voided: [...counted.voided, order.id] } : counted,
    { purchase, reward: isVoid ? null : purchase.reward, isFirst, isByCommission: known, rewarded, maxBonus },
    ids,
  )
  // The bonus moves to the now first purchase. A commission keeps its type.
  return ends && next && rewarded ? decideReferral(after, next, ids, found.bonusSeconds) : after
}

/** Stores the customer's earliest purchase that is still paid; a referral without one does not count as paid. */
function applyToFirst(earnings: Earnings, found: Referral, firstOrderId: string | null): Earnings {
  const paid = (firstOrderId === null ? 0 : 1) - (found.firstOrderId === null ? 0 : 1)
  const { campaignId } = found
  const campaigns =
    campaignId && paid !== 0 ? [...earnings.campaigns, { id: campaignId, paid, earnedMinor: 0 }] : earnings.campaigns
  return changed({ ...earnings, campaigns }, { ...found, firstOrderId })
}

/** `reward`: frozen at payment; null also if lost by a suspension. */
type Claim = {
  readonly purchase: Purchase
  readonly reward: RewardRow | null
  readonly isFirst: boolean
  readonly isByCommission: boolean
  readonly rewarded: boolean
  readonly maxBonus: number
}

function applyReward(earnings: Earnings, claim: Claim, ids: NewRowIds): Earnings {
  const { reward, isFirst, isByCommission, rewarded } = claim
  if (isByCommission || (reward?.kind === 'commission' && !rewarded)) return applyCommission(earnings, claim, ids)
  return isFirst ? applyBonus(earnings, claim, ids) : earnings
}

/** The first row follows the frozen terms; existing rows keep their own. */
function applyCommission(earnings: Earnings, { purchase, reward, isFirst }: Claim, ids: NewRowIds): Earnings {
  const { order, keptMinor, commissions: rows } = purchase
  const referral = earnings.referrals.get(order.userId) as Referral
  const { inviterId: affiliateId, campaignId, userId: referredId } = referral
  const about = { orderId: order.id, affiliateId, referredId, campaignId, keptMinor, currency: order.currency }
  const rate = reward?.kind === 'commission' ? rateOf(reward, isFirst) : null
  const row = decideCommission(rows, about, rate, ids)
  if (!row) return earnings
  const { campaignId: id, amountMinor: earnedMinor } = row
  const booked = {
    ...earnings,
    commissions: [...earnings.commissions, row],
    campaigns: id ? [...earnings.campaigns, { id, paid: 0, earnedMinor }] : earnings.campaigns,
  }
  return rows.length === 0 && isFirst ? changed(booked, { ...referral, outcome: 'commission', ...noBonus }) : booked
}

const rateOf = (
  { termsVersion, tier, firstBps, renewalBps, usdMicros, holdDays, reserveBps, reserveDays }: RewardRow,
  isFirst: boolean,
): Rate => ({
  type: isFirst ? 'first' : 'renewal',
  termsVersion,
  tier,
  rateBps: isFirst ? firstBps : renewalBps,
  usdMicros,
  holdDays,
  reserveBps,
  reserveDays,
})

const noBonus = { bonusSeconds: 0, bonusGrant: null }

/** Bonus time for the first purchase, if frozen so; reversed with the purchase. */
function applyBonus(earnings: Earnings, { purchase, reward, maxBonus }: Claim, ids: NewRowIds): Earnings {
  const { order, keptMinor, grant } = purchase
  const referral = earnings.referrals.get(order.userId) as Referral
  const { inviterId, outcome } = referral
  const standing = outcome === 'rewarded' ? referral.bonusGrant : null
  const isOpen = outcome === null || outcome === 'reversed'
  const isDue = isOpen && (reward?.kind === 'bonus' || reward?.reason === 'no_membership')
  if (standing === null && !isDue) return earnings
  const bought =
    keptMinor > 0 && grant
      ? findEntry(ledgerOf(earnings.ledgers, order.userId), grant.source, grant.sourceId)
      : undefined
  if (standing !== null) return bought ? earnings : takeBackBonus(earnings, referral, standing, ids)
  if (!bought) return earnings
  if (reward?.kind !== 'bonus') return changed(earnings, { ...referral, outcome: 'no_membership', ...noBonus })
  const seconds = Math.min(maxBonus, bonusSeconds(boughtSeconds(order, bought), reward.bonusBps))
  if (seconds === 0) return earnings
  const sourceId = `${bought.source} ${bought.sourceId}`
  const granted = addTime(
    ledgerOf(earnings.ledgers, inviterId),
    { source: 'invite', sourceId, seconds, note: null },
    ids,
  )
  if (!granted) return earnings
  const ledgers = new Map(earnings.ledgers).set(inviterId, granted)
  return changed(
    { ...earnings, ledgers },
    { ...referral, outcome: 'rewarded', bonusSeconds: seconds, bonusGrant: sourceId },
  )
}

/** An upgrade buys no time: counts what its price buys of the larger plan. */
const boughtSeconds = ({ difference }: Purchase['order'], bought: { readonly seconds: number }): number =>
  difference ? difference.pieces.reduce((total, { worthSeconds }) => total + worthSeconds, 0) : bought.seconds

function takeBackBonus(earnings: Earnings, referral: Referral, bonusGrant: string, ids: NewRowIds): Earnings {
  const { inviterId } = referral
  const reversal = { source: 'invite', sourceId: bonusGrant, reversedBy: `invite ${bonusGrant}`, note: null } as const
  const reversed = takeBack(ledgerOf(earnings.ledgers, inviterId), reversal, [], ids)
  const ledgers = reversed ? new Map(earnings.ledgers).set(inviterId, reversed) : earnings.ledgers
  return changed({ ...earnings, ledgers }, { ...referral, outcome: 'reversed', ...noBonus })
}
