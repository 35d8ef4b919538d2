import type { Localized } from './language.ts'
import { divideHalfEven, type Currency } from './money.ts'
import type { RiskTerms } from './risk-rules.ts'

/** A step of the affiliate programme. Rates in basis points of what the customer paid. */
export type AffiliateTier = {
  readonly id: string
  readonly names: Localized
  /** Reached with so many paid referrals. */
  readonly fromPaidReferrals: number
  /** No one comes into it by a number alone: an operator looks first, and sets it. */
  readonly byOperator?: boolean
  readonly firstBps: number
  readonly renewalBps: number
  /** Of each commission, what is kept back when the rest is paid, and for how many days after its hold. Absent: nothing. */
  readonly reserve?: Reserve
}
type Reserve = { readonly bps: number; readonly days: number }

/** Where a commission waits longer, because its money, or who earns it, is less sure. The longest hold that applies counts. */
export type LongerHolds = {
  /** For what an affiliate earns in the first months. */
  readonly newAffiliate?: { readonly months: number; readonly days: number }
  /** For payments by card, in a tier that pays so much of first purchases. */
  readonly card?: { readonly fromBps: number; readonly days: number }
}

/** The one source of every rate that a page, a text or a ledger row names: the newest version that counts already. */
export type AffiliateTerms = {
  readonly version: number
  /** ISO date from which this version counts. */
  readonly since: string
  readonly currency: 'USD'
  /** By `fromPaidReferrals`, the first from 0. */
  readonly tiers: readonly AffiliateTier[]
  readonly holdDays: number
  /** Absent in terms that were published without any. */
  readonly longerHolds?: LongerHolds
  /** What the rules against fraud do; what is absent is the default. */
  readonly risk?: RiskTerms
  readonly minPayoutMinor: number
  readonly attributionDays: number
  /** What someone may try who was invited. */
  readonly invitedTrialMinutes: number
  /** Bonus time of an ordinary inviter, as a share of what the friend bought. */
  readonly referRateBps: number
  /** Millionths of a US dollar for one unit of another currency in which we sell; commissions freeze it. */
  readonly usdPerUnitMicros: { readonly CNY: number }
}

/** "25%", "12.5%": basis points as people read them, the same in both languages. */
export const formatRate = (bps: number): string => `${bps / 100}%`

/** What one unit of a currency is worth, in millionths of a US dollar. */
export const usdMicrosOf = (terms: AffiliateTerms, currency: Currency): number =>
  currency === 'USD' ? 1_000_000 : terms.usdPerUnitMicros[currency]

/**
 * Commission on an amount in minor units, rounded half-even once, as all money is. With the worth of the amount's currency
 * it is in US cents.
 */
export const commissionOf = (amountMinor: number, bps: number, usdMicros = 1_000_000): number =>
  Number(divideHalfEven(BigInt(amountMinor) * BigInt(bps) * BigInt(usdMicros), 10_000_000_000n))

/** The tier that someone is in who has brought so many paying customers, where no operator set another. */
export function tierAt(terms: AffiliateTerms, paidReferrals: number): AffiliateTier {
  const tier = [...terms.tiers].reverse().find((each) => !each.byOperator && each.fromPaidReferrals <= paidReferrals)
  if (!tier) throw new RangeError('terms without a tier from 0')
  return tier
}

/** The next tier that comes by itself. */
export const nextTier = (terms: AffiliateTerms, paidReferrals: number): AffiliateTier | undefined =>
  terms.tiers.find((each) => !each.byOperator && each.fromPaidReferrals > paidReferrals)

const monthMs = 30 * 86_400_000

/** How many days a commission waits. `since`: when its affiliate began; `paidAt`: when the order was paid. */
export function holdDaysOf(
  { holdDays, longerHolds: { newAffiliate, card } = {} }: AffiliateTerms,
  { firstBps }: AffiliateTier,
  { since, paidAt, byCard }: { readonly since: Date; readonly paidAt: Date; readonly byCard: boolean },
): number {
  const isNew = newAffiliate && paidAt.getTime() - since.getTime() < newAffiliate.months * monthMs
  const isCard = card && byCard && firstBps >= card.fromBps
  return Math.max(holdDays, isNew ? newAffiliate.days : 0, isCard ? card.days : 0)
}

/**
 * What `count` customers earn who each buy once at `amountMinor`, from the first one on, and what they earn again when
 * all of them renew. Each order counts at the rate of its moment, so that the sum climbs through the tiers.
 */
export function estimateCommission(
  terms: AffiliateTerms,
  count: number,
  amountMinor: number,
): { firstMinor: number; renewalMinor: number } {
  let firstMinor = 0
  for (let before = 0; before < count; before++) firstMinor += commissionOf(amountMinor, tierAt(terms, before).firstBps)
  return { firstMinor, renewalMinor: count * commissionOf(amountMinor, tierAt(terms, count).renewalBps) }
}
