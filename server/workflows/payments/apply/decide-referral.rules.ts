import {
  addTime,
  findEntry,
  takeBack,
  type GrantSource,
  type Making,
} from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { bonusSeconds, type Finding, type Referral } from '#server/modules/referrals/referrals.rules.ts'
import type { RewardRow } from '#server/modules/referrals/rewards.rules.ts'
import { decideCommission, type NewCommission, type Rate } from '#server/modules/payouts/commissions.rules.ts'
import { ledgerOf, type Ledgers } from './decide-time.rules.ts'

/** An order of someone who was brought, as far as who brought them earns by it. */
export type Purchase = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'currency' | 'difference'>
  /** What of its price stands, in minor units; 0 while its money bought nothing. */
  readonly keptMinor: number
  /** The grant of the time that the buyer has by it now. */
  readonly grant: { readonly source: GrantSource; readonly sourceId: string } | null
  /** As it was frozen with the payment; null for what was earned before rewards were. */
  readonly reward: RewardRow | null
  /** Whether who would earn it is suspended now. */
  readonly isSuspended: boolean
  readonly commissions: readonly NewCommission[]
  /** What speaks against the referral, now that there is money. */
  readonly cheat: Finding | null
  /** The referral waits because many came from one network, and this purchase tells them apart. */
  readonly isCleared?: boolean
  /** The earliest other purchase of the buyer that stands; read where this one was the first, and its money is gone. */
  readonly next: Purchase | null
}

/** An order as it stands, or will with what is being decided. `stands`: its money bought what it was paid for. */
export type Standing = {
  readonly order: Pick<PaidOrder, 'id' | 'userId' | 'totalMinor' | 'currency' | 'difference'>
  readonly money: OrderMoney | null
  readonly stands: boolean
  readonly grant: Purchase['grant']
}
/** What is earned and counted, as it becomes. */
export type Earnings = {
  readonly ledgers: Ledgers
  /** By the user who was brought. */
  readonly referrals: ReadonlyMap<string, Referral>
  readonly commissions: readonly NewCommission[]
  readonly campaigns: readonly { readonly id: string; readonly paid: number; readonly earnedMinor: number }[]
  /** Orders whose reward is no one's any more. */
  readonly voided: readonly string[]
}

const changed = (earnings: Earnings, referral: Referral): Earnings => ({
  ...earnings,
  referrals: new Map(earnings.referrals).set(referral.userId, referral),
})

/**
 * Brings what an inviter gets for an order in line with what the order's money and time stand for now: a commission or bonus
 * time, as it was frozen with the payment. Nothing is added twice, and what went back is taken back exactly. `maxBonus`: what a
 * purchase may earn that takes the place of one that went back; a refund never earns.
 */
export function decideReferral(earnings: Earnings, purchase: Purchase, making: Making, maxBonus = Infinity): Earnings {
  const { order, keptMinor, next } = purchase
  const before = earnings.referrals.get(order.userId)
  if (!before) return earnings
  const found: Referral = purchase.isCleared ? { ...before, verdict: 'counted', reason: null } : before
  const known = purchase.commissions.length > 0
  const rewarded = found.outcome === 'rewarded' && found.firstOrderId === order.id
  // What an order earned once is judged by its money alone; a referral is judged before it earns anything.
  const isNew = !known && !rewarded && keptMinor > 0
  if (isNew && purchase.cheat) return changed(earnings, { ...found, ...purchase.cheat })
  if (isNew && found.verdict !== 'counted') return earnings
  const cleared = found === before ? earnings : changed(earnings, found)
  const begins = keptMinor > 0 && found.firstOrderId === null
  const ends = keptMinor === 0 && found.firstOrderId === order.id
  const isFirst = found.firstOrderId === null || found.firstOrderId === order.id
  const counted = begins || ends ? applyToFirst(cleared, found, begins ? order.id : (next?.order.id ?? null)) : cleared
  // Anyone who is suspended by the time it would be booked does not earn it any more, ever.
  const isVoid = isNew && purchase.isSuspended && purchase.reward !== null && purchase.reward.kind !== 'nothing'
  const after = applyReward(
    isVoid ? { ...counted, voided: [...counted.voided, order.id] } : counted,
    { purchase, reward: isVoid ? null : purchase.reward, isFirst, isByCommission: known, rewarded, maxBonus },
    making,
  )
  // A bonus is for the first purchase that stands, which is another one now. A commission's type stays as it was earned.
  return ends && next && rewarded ? decideReferral(after, next, making, found.bonusSeconds) : after
}

/** The earliest purchase whose money stands makes a paid referral, until the last one went back. */
function applyToFirst(earnings: Earnings, found: Referral, firstOrderId: string | null): Earnings {
  const paid = (firstOrderId === null ? 0 : 1) - (found.firstOrderId === null ? 0 : 1)
  const { campaignId } = found
  const campaigns =
    campaignId && paid !== 0 ? [...earnings.campaigns, { id: campaignId, paid, earnedMinor: 0 }] : earnings.campaigns
  return changed({ ...earnings, campaigns }, { ...found, firstOrderId })
}

/** `reward`: as it was frozen with the payment; null also for what was lost by a suspension. */
type Claim = {
  readonly purchase: Purchase
  readonly reward: RewardRow | null
  readonly isFirst: boolean
  readonly isByCommission: boolean
  readonly rewarded: boolean
  readonly maxBonus: number
}

function applyReward(earnings: Earnings, claim: Claim, making: Making): Earnings {
  const { reward, isFirst, isByCommission, rewarded } = claim
  if (isByCommission || (reward?.kind === 'commission' && !rewarded)) return applyCommission(earnings, claim, making)
  return isFirst ? applyBonus(earnings, claim, making) : earnings
}

/** A first row only by what was frozen; rows that exist are brought in line by what they carry themselves. */
function applyCommission(earnings: Earnings, { purchase, reward, isFirst }: Claim, making: Making): Earnings {
  const { order, keptMinor, commissions: rows } = purchase
  const referral = earnings.referrals.get(order.userId) as Referral
  const { inviterId: affiliateId, campaignId, userId: referredId } = referral
  const about = { orderId: order.id, affiliateId, referredId, campaignId, keptMinor, currency: order.currency }
  const rate = reward?.kind === 'commission' ? rateOf(reward, isFirst) : null
  const row = decideCommission(rows, about, rate, making)
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

/** Bonus time for the first purchase, if that was frozen with it; taken back with the purchase. */
function applyBonus(earnings: Earnings, { purchase, reward, maxBonus }: Claim, making: Making): Earnings {
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
  if (standing !== null) return bought ? earnings : takeBackBonus(earnings, referral, standing, making)
  if (!bought) return earnings
  if (reward?.kind !== 'bonus') return changed(earnings, { ...referral, outcome: 'no_membership', ...noBonus })
  const seconds = Math.min(maxBonus, bonusSeconds(boughtSeconds(order, bought), reward.bonusBps))
  if (seconds === 0) return earnings
  const sourceId = `${bought.source} ${bought.sourceId}`
  const granted = addTime(
    ledgerOf(earnings.ledgers, inviterId),
    { source: 'invite', sourceId, seconds, note: null },
    making,
  )
  if (!granted) return earnings
  const ledgers = new Map(earnings.ledgers).set(inviterId, granted)
  return changed(
    { ...earnings, ledgers },
    { ...referral, outcome: 'rewarded', bonusSeconds: seconds, bonusGrant: sourceId },
  )
}

/** A difference buys no time: it counts as what it would have bought of the larger size. */
const boughtSeconds = ({ difference }: Purchase['order'], bought: { readonly seconds: number }): number =>
  difference ? difference.pieces.reduce((total, { worthSeconds }) => total + worthSeconds, 0) : bought.seconds

function takeBackBonus(earnings: Earnings, referral: Referral, bonusGrant: string, making: Making): Earnings {
  const { inviterId } = referral
  const reversal = { source: 'invite', sourceId: bonusGrant, reversedBy: `invite ${bonusGrant}`, note: null } as const
  const reversed = takeBack(ledgerOf(earnings.ledgers, inviterId), reversal, [], making)
  const ledgers = reversed ? new Map(earnings.ledgers).set(inviterId, reversed) : earnings.ledgers
  return changed({ ...earnings, ledgers }, { ...referral, outcome: 'reversed', ...noBonus })
}
