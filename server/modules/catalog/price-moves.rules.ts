import type { GoodsState } from './catalog.rules.ts'

/** Months are counted as 30 days here: only how one price compares to another matters. */
const daysOf = ({ months, bonusDays }: Pick<GoodsState, 'months' | 'bonusDays'>): number => months * 30 + bonusDays

/** A price for so many days. */
type Rate = { readonly minor: number; readonly days: number }
const isBelow = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.days * 10_000 < before.minor * after.days * (10_000 - bps)
const isAbove = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.days * 10_000 > before.minor * after.days * (10_000 + bps)
const isFar = (after: Rate, before: Rate, bps: number): boolean =>
  isBelow(after, before, bps) || isAbove(after, before, bps)

/**
 * Whether a day of this plan costs far less or more than it did a day ago, by more than `bps` basis points. A price without
 * one of a day ago is measured by what there is: an offer for groups by the price for one, a price in a new currency or of a
 * new plan by the cheapest of the other plans that sell in it. `dayAgo`: null for a new plan.
 */
export function movesFar(
  dayAgo: GoodsState | null,
  after: GoodsState,
  { others, bps }: { others: readonly GoodsState[]; bps: number },
): boolean {
  const days = daysOf(after)
  const before = dayAgo && { ...dayAgo, days: daysOf(dayAgo) }
  const single = after.prices.some(({ currency, priceMinor: minor }) => {
    const old = before?.prices.find((price) => price.currency === currency)
    if (before && old) return isFar({ minor, days }, { minor: old.priceMinor, days: before.days }, bps)
    const cheapest = others
      .flatMap((other) => {
        const price = other.prices.find((each) => each.currency === currency)
        return price ? [{ minor: price.priceMinor, days: daysOf(other) }] : []
      })
      .reduce<Rate | null>((least, rate) => (least && !isBelow(rate, least, 0) ? least : rate), null)
    return cheapest !== null && isBelow({ minor, days }, cheapest, bps)
  })
  const grouped = after.groupPrices.some(({ currency, size, perPersonMinor: minor }) => {
    const old = before?.groupPrices.find((price) => price.currency === currency && price.size === size)
    if (before && old) return isFar({ minor, days }, { minor: old.perPersonMinor, days: before.days }, bps)
    const alone = after.prices.find((price) => price.currency === currency)
    return alone !== undefined && isBelow({ minor, days }, { minor: alone.priceMinor, days }, bps)
  })
  return single || grouped
}
