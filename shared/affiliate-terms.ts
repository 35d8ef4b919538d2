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

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isRate = (value: unknown) => isCount(value) && value <= 10_000

/** Null if the terms hold together; else a sentence that says what does not. */
export function findTermsFault(terms: AffiliateTerms): string | null {
  if (!isCount(terms.version) || terms.version < 1) return 'version is a whole number from 1'
  if (!/^\d{4}-\d\d-\d\d$/.test(terms.since)) return 'since is a date like 2025-04-20'
  const { tiers } = terms
  if (!Array.isArray(tiers) || tiers[0]?.fromPaidReferrals !== 0) return 'the first tier starts at 0 paid referrals'
  for (const [index, tier] of tiers.entries()) {
    const before = tiers[index - 1]
    if (!tier.names?.en || !tier.names['zh-CN']) return `tier ${tier.id} needs a name in both languages`
    if (!isRate(tier.firstBps) || !isRate(tier.renewalBps))
      return `rates of tier ${tier.id} are 0 to 10000 basis points`
    if (before && tier.fromPaidReferrals <= before.fromPaidReferrals)
      return `tier ${tier.id} must start later than the one before`
    if (before && (tier.firstBps < before.firstBps || tier.renewalBps < before.renewalBps))
      return `tier ${tier.id} may not pay less than the one before`
  }
  const counts = [terms.holdDays, terms.minPayoutMinor, terms.attributionDays, terms.invitedTrialMinutes]
  if (!counts.every(isCount))
    return 'holdDays, minPayoutMinor, attributionDays and invitedTrialMinutes are whole numbers'
  if (!isRate(terms.referRateBps)) return 'referRateBps is 0 to 10000 basis points'
  const micros = terms.usdPerUnitMicros?.CNY
  if (!isCount(micros) || micros < 1 || micros > 10_000_000)
    return 'usdPerUnitMicros.CNY is millionths of a dollar for one yuan, like 140000'
  return null
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
