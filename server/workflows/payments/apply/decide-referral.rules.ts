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

export type Purchase = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'currency' | 'difference'>
  readonly keptMinor: number
  readonly grant: { readonly source: GrantSource; readonly sourceId: string } | null
  /** Reward as fixed when the order was paid. Null if its buyer had another inviter then, or none. */
  readonly reward: RewardRow | null
  readonly isSuspended: boolean
  readonly commissions: readonly NewCommission[]
  readonly cheat: Finding | null
  readonly isCleared?: boolean
  readonly next: Purchase | null
}

export type ActivePurchase = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'totalMinor' | 'currency' | 'difference'>
  readonly money: OrderMoney | null
  readonly isActive: boolean
  readonly grant: Purchase['grant']
}
export type Earnings = {
  readonly ledgers: Ledgers
  readonly referrals: ReadonlyMap<string, Referral>
  readonly commissions: readonly NewCommission[]
  readonly campaigns: readonly { readonly id: string; readonly paid: number; readonly earnedMinor: number }[]
  readonly voided: readonly string[]
}

const changed = (earnings: Earnings, referral: Referral): Earnings => ({
  ...earnings,
  referrals: new Map(earnings.referrals).set(referral.userId, referral),
})

/**
 * Adjusts the inviter's reward, whose terms were fixed at payment, to the money and membership time that the order has
 * now. Idempotent. `maxBonus` limits the bonus for a purchase that replaces a refunded first one, because a refund must
 * not increase the reward.
 */
export function decideReferral(earnings: Earnings, purchase: Purchase, ids: NewRowIds, maxBonus = Infinity): Earnings {
  const { order, keptMinor, next } = purchase
  const before = earnings.referrals.get(order.userId)
  if (!before) return earnings
  const found: Referral = purchase.isCleared ? { ...before, verdict: 'counted', reason: null } : before
  const known = purchase.commissions.length > 0
  const rewarded = found.outcome === 'rewarded' && found.firstOrderId === order.id
  // The referral is judged only before its first reward. After that the reward depends on the money alone.
  const isNew = !known && !rewarded && keptMinor > 0
  if (isNew && purchase.cheat) return changed(earnings, { ...found, ...purchase.cheat })
  if (isNew && found.verdict !== 'counted') return earnings
  const cleared = found === before ? earnings : changed(earnings, found)
  const begins = keptMinor > 0 && found.firstOrderId === null
  const ends = keptMinor === 0 && found.firstOrderId === order.id
  const isFirst = found.firstOrderId === null || found.firstOrderId === order.id
  const counted = begins || ends ? applyToFirst(cleared, found, begins ? order.id : (next?.order.id ?? null)) : cleared
  // An inviter who is suspended when the order is paid loses the reward for good.
  const isVoid = isNew && purchase.isSuspended && purchase.reward !== null && purchase.reward.kind !== 'nothing'
  const after = applyReward(
    isVoid ? { ...counted, voided: [...counted.voided, order.id] } : counted,
    { purchase, reward: isVoid ? null : purchase.reward, isFirst, isByCommission: known, rewarded, maxBonus },
    ids,
  )
  // The bonus moves to the purchase that is the first one now. A commission keeps its type.
  return ends && next && rewarded ? decideReferral(after, next, ids, found.bonusSeconds) : after
}

function applyToFirst(earnings: Earnings, found: Referral, firstOrderId: string | null): Earnings {
  const paid = (firstOrderId === null ? 0 : 1) - (found.firstOrderId === null ? 0 : 1)
  const { campaignId } = found
  const campaigns =
    campaignId && paid !== 0 ? [...earnings.campaigns, { id: campaignId, paid, earnedMinor: 0 }] : earnings.campaigns
  return changed({ ...earnings, campaigns }, { ...found, firstOrderId })
}

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

/** New commissions follow the terms fixed at payment, and existing rows keep their own terms. */
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

/** A device upgrade buys no time, so this counts the time of the larger plan that its price would buy. */
const boughtSeconds = ({ difference }: Purchase['order'], bought: { readonly seconds: number }): number =>
  difference ? difference.pieces.reduce((total, { worthSeconds }) => total + worthSeconds, 0) : bought.seconds

function takeBackBonus(earnings: Earnings, referral: Referral, bonusGrant: string, ids: NewRowIds): Earnings {
  const { inviterId } = referral
  const reversal = { source: 'invite', sourceId: bonusGrant, reversedBy: `invite ${bonusGrant}`, note: null } as const
  const reversed = takeBack(ledgerOf(earnings.ledgers, inviterId), reversal, [], ids)
  const ledgers = reversed ? new Map(earnings.ledgers).set(inviterId, reversed) : earnings.ledgers
  return changed({ ...earnings, ledgers }, { ...referral, outcome: 'reversed', ...noBonus })
}
