import type { Localized } from './language.ts'
import type { Currency } from './money.ts'
import type { RiskTerms } from './risk-rules.ts'

export type AffiliateTier = {
  readonly id: string
  readonly names: Localized
  readonly fromPaidReferrals: number
  /** True if only an operator can put an affiliate into this tier; the number of referrals then does not matter. */
  readonly byOperator?: boolean
  readonly firstBps: number
  readonly renewalBps: number
  /** Part of each commission that is paid out some days after the rest; absent if all is paid at once. */
  readonly reserve?: Reserve
}
type Reserve = { readonly bps: number; readonly days: number }

export type LongerHolds = {
  readonly newAffiliate?: { readonly months: number; readonly days: number }
  readonly card?: { readonly fromBps: number; readonly days: number }
}

/**
 * Terms of the affiliate programme: the only source of every commission rate in pages, texts and ledger rows. The
 * newest version in force applies.
 */
export type AffiliateTerms = {
  readonly version: number
  readonly since: string
  readonly currency: 'USD'
  readonly tiers: readonly AffiliateTier[]
  readonly holdDays: number
  readonly longerHolds?: LongerHolds
  readonly risk?: RiskTerms
  readonly minPayoutMinor: number
  readonly attributionDays: number
  readonly invitedTrialMinutes: number
  /** Bonus time of an inviter who is not an affiliate, in basis points of the time that the friend bought. */
  readonly referRateBps: number
  /**
   * Exchange rate: millionths of a US dollar per unit of each other currency. Each commission stores the rate it was
   * computed with.
   */
  readonly usdPerUnitMicros: { readonly CNY: number }
}

export const formatRate = (bps: number): string => `${bps / 100}%`

export const usdMicrosOf = (terms: AffiliateTerms, currency: Currency): number =>
  currency === 'USD' ? 1_000_000 : terms.usdPerUnitMicros[currency]

export function tierAt(terms: AffiliateTerms, paidReferrals: number): AffiliateTier {
  const tier = [...terms.tiers].reverse().find((each) => !each.byOperator && each.fromPaidReferrals <= paidReferrals)
  if (!tier) throw new RangeError('terms without a tier from 0')
  return tier
}

export const nextTier = (terms: AffiliateTerms, paidReferrals: number): AffiliateTier | undefined =>
  terms.tiers.find((each) => !each.byOperator && each.fromPaidReferrals > paidReferrals)

const monthMs = 30 * 86_400_000

/**
 * Days for which a commission is held before payout. `since`: when the affiliate joined. `paidAt`: when the order was
 * paid.
 */
export function holdDaysOf(
  { holdDays, longerHolds: { newAffiliate, card } = {} }: AffiliateTerms,
  { firstBps }: AffiliateTier,
  { since, paidAt, byCard }: { readonly since: Date; readonly paidAt: Date; readonly byCard: boolean },
): number {
  const isNew = newAffiliate && paidAt.getTime() - since.getTime() < newAffiliate.months * monthMs
  const isCard = card && byCard && firstBps >= card.fromBps
  return Math.max(holdDays, isNew ? newAffiliate.days : 0, isCard ? card.days : 0)
}
