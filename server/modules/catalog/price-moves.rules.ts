import type { GoodsState } from './catalog.rules.ts'

/** Counts a month as 30 days, because only ratios of prices are compared. */
const daysOf = ({ months, bonusDays }: Pick<GoodsState, 'months' | 'bonusDays'>): number => months * 30 + bonusDays

/** Quantity that a price is divided by when prices are compared: days, or days × devices. */
type Measure = (goods: GoodsState) => number
const measures: readonly Measure[] = [daysOf, (goods) => daysOf(goods) * goods.maxDevices]

type Rate = { readonly minor: number; readonly bought: number }
const isBelow = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.bought * 10_000 < before.minor * after.bought * (10_000 - bps)
const isAbove = (after: Rate, before: Rate, bps: number): boolean =>
  after.minor * before.bought * 10_000 > before.minor * after.bought * (10_000 + bps)
const isFar = (after: Rate, before: Rate, bps: number): boolean =>
  isBelow(after, before, bps) || isAbove(after, before, bps)

type Bounds = { readonly others: readonly GoodsState[]; readonly bps: number }

/**
 * True if the price per day, or per day and device, is more than `bps` basis points away from the price a day ago. New
 * group prices are compared with the single price, and prices of new currencies or plans with the cheapest other plan.
 * `dayAgo`: null for a new plan.
 */
export const isLargePriceMove = (dayAgo: GoodsState | null, after: GoodsState, bounds: Bounds): boolean =>
  measures.some((measure) => isFarBy(measure, dayAgo, after, bounds))

function isFarBy(measure: Measure, dayAgo: GoodsState | null, after: GoodsState, { others, bps }: Bounds): boolean {
  const bought = measure(after)
  const before = dayAgo && { ...dayAgo, bought: measure(dayAgo) }
  const single = after.prices.some(({ currency, priceMinor: minor }) => {
    const old = before?.prices.find((price) => price.currency === currency)
    if (before && old) return isFar({ minor, bought }, { minor: old.priceMinor, bought: before.bought }, bps)
    const cheapest = others
      .flatMap((other) => {
        const price = other.prices.find((each) => each.currency === currency)
        return price ? [{ minor: price.priceMinor, bought: measure(other) }] : []
      })
      .reduce<Rate | null>((least, rate) => (least && !isBelow(rate, least, 0) ? least : rate), null)
    return cheapest !== null && isBelow({ minor, bought }, cheapest, bps)
  })
  const grouped = after.groupPrices.some(({ currency, size, perPersonMinor: minor }) => {
    const old = before?.groupPrices.find((price) => price.currency === currency && price.size === size)
    if (before && old) return isFar({ minor, bought }, { minor: old.perPersonMinor, bought: before.bought }, bps)
    const alone = after.prices.find((price) => price.currency === currency)
    return alone !== undefined && isBelow({ minor, bought }, { minor: alone.priceMinor, bought }, bps)
  })
  return single || grouped
}
