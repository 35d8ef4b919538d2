import { tierAt, type AffiliateTerms } from './affiliate-terms.ts'
import { divideHalfEven } from './money.ts'

/**
 * Commission on an amount in minor units, rounded half-even once. With the currency's rate `usdMicros`, the result is
 * in US cents.
 */
export const commissionOf = (amountMinor: number, bps: number, usdMicros = 1_000_000): number =>
  Number(divideHalfEven(BigInt(amountMinor) * BigInt(bps) * BigInt(usdMicros), 10_000_000_000n))

/**
 * Estimated commission for `count` new customers, each with one purchase and one renewal at `amountMinor`. Each first
 * purchase uses the rate of the tier reached before it; all renewals use the rate of the tier reached after the last of
 * them.
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
