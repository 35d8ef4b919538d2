import type { Localized } from './language.ts'
import { divideHalfEven, type Currency } from './money.ts'

/** A step of the affiliate programme. Rates in basis points of what the customer paid. */
export type AffiliateTier = {
  readonly id: string
  readonly names: Localized
  /** Reached with so many paid referrals. */
  readonly fromPaidReferrals: number
  readonly firstBps: number
  readonly renewalBps: number
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

/** The tier that someone is in who has brought so many paying customers. */
export function tierAt(terms: AffiliateTerms, paidReferrals: number): AffiliateTier {
  const tier = terms.tiers.findLast((each) => each.fromPaidReferrals <= paidReferrals)
  if (!tier) throw new RangeError('terms without a tier from 0')
  return tier
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
