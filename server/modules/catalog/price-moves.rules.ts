import type { GoodsState } from './catalog.rules.ts'

/** Months count as 30 days; only ratios of prices matter here. */
const daysOf = ({ months, bonusDays }: Pick<GoodsState, 'months' | 'bonusDays'>): number => months * 30 + bonusDays

/** A price for a number of days. */
type Rate = { readonly minor: number; readonly days: number }
const isBelow = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.days * 10_000 < before.minor * after.days * (10_000 - bps)
const isAbove = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.days * 10_000 > before.minor * after.days * (10_000 + bps)
const isFar = (after: Rate, before: Rate, bps: number): boolean =>
  isBelow(after, before, bps) || isAbove(after, before, bps)

/**
 * True if the price per day moved by more than `bps` basis points since a day ago. New group prices are compared with
 * the single price, and prices of new currencies or plans with the cheapest other plan. `dayAgo`: null for a new plan.
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
