import { planSeconds, remainingOf, standingPlans, type PlanEntry } from './membership.rules.ts'

/** What a day of a plan costs: `priceMinor` for `days`, a fraction that is never rounded. */
export type DayRate = { readonly priceMinor: number; readonly days: number }
/** A plan on sale, in one currency, by its list price. */
export type PlanRate = DayRate & { readonly months: number; readonly maxDevices: number }

const daySeconds = 86_400

/** Twelfths of a plan's length in days: a month is a twelfth of 365 days here, so that each month costs the same. */
export const rateOf = (plan: {
  months: number
  bonusDays: number
  maxDevices: number
  priceMinor: number
}): PlanRate => ({
  months: plan.months,
  maxDevices: plan.maxDevices,
  priceMinor: plan.priceMinor * 12,
  days: plan.months * 365 + plan.bonusDays * 12,
})

const isCheaper = (a: DayRate, b: DayRate) =>
  BigInt(a.priceMinor) * BigInt(b.days) < BigInt(b.priceMinor) * BigInt(a.days)
export const cheapest = (rates: readonly PlanRate[]): PlanRate | null =>
  rates.reduce<PlanRate | null>((best, rate) => (best && !isCheaper(rate, best) ? best : rate), null)

/**
 * What a day of held time is worth: that of its own plan if it is on sale, else the cheapest of its size, else the other
 * side's price in proportion to the devices.
 */
export function rateFor(
  held: { readonly planMonths: number | null; readonly maxDevices: number },
  rates: readonly PlanRate[],
  other: DayRate & { readonly maxDevices: number },
): DayRate {
  const same = rates.filter(({ maxDevices }) => maxDevices === held.maxDevices)
  const own = same.find(({ months }) => months === held.planMonths)
  return (
    own ?? cheapest(same) ?? { priceMinor: other.priceMinor * held.maxDevices, days: other.days * other.maxDevices }
  )
}

/** Seconds at one rate → seconds at another, rounded down; never more seconds than before. */
export function atValue(seconds: number, from: DayRate, to: DayRate): number {
  if (to.priceMinor <= 0) return seconds
  const worth =
    (BigInt(seconds) * BigInt(from.priceMinor) * BigInt(to.days)) / (BigInt(from.days) * BigInt(to.priceMinor))
  return Math.min(seconds, Number(worth))
}

/** Whole days, rounded up so that no value is lost, and never more seconds than were held. */
const wholeDays = (exact: number, held: number): number => Math.min(held, Math.ceil(exact / daySeconds) * daySeconds)

export type Share = { readonly grantId: string; readonly outSeconds: number; readonly inSeconds: number }

/**
 * Held pieces of time → what each becomes. Together they are whole days, rounded up once so that no value is lost, and never
 * more than they were: a piece may end on a part of a day that the next one completes.
 */
export function convertShares(
  pieces: readonly { readonly grantId: string; readonly seconds: number; readonly rate: DayRate }[],
  to: DayRate,
): Share[] {
  let exact = 0
  let given = 0
  let held = 0
  return pieces.map(({ grantId, seconds, rate }) => {
    exact += atValue(seconds, rate, to)
    held += seconds
    const whole = wholeDays(exact, held)
    const inSeconds = whole - given
    given = whole
    return { grantId, outSeconds: seconds, inSeconds }
  })
}

export type Bought = { readonly months: number; readonly bonusDays: number; readonly maxDevices: number }
/**
 * `extend`: day for day. `raise`: the running time is of fewer devices and is converted. `lift`: the running time is of
 * more devices, and what is bought is converted to `seconds` of those.
 */
export type Decision =
  | { readonly kind: 'extend' }
  | { readonly kind: 'raise'; readonly shares: readonly Share[]; readonly fromDevices: number }
  | { readonly kind: 'lift'; readonly seconds: number; readonly maxDevices: number }

/** What is left of fewer devices than `to`. Time without a size is not among it: it takes the size of what is bought. */
const piecesOf = (
  entries: readonly PlanEntry[],
  now: Date,
  rates: readonly PlanRate[],
  to: DayRate & { readonly maxDevices: number },
) =>
  standingPlans(entries).flatMap((standing) => {
    const { id: grantId, planMonths, maxDevices } = standing.entry
    const seconds = remainingOf(standing, now)
    if (seconds === 0 || maxDevices === null || maxDevices >= to.maxDevices) return []
    return [{ grantId, seconds, rate: rateFor({ planMonths, maxDevices }, rates, to) }]
  })

/** The rate at which something bought now counts. */
const ownRate = (
  bought: Omit<Bought, 'bonusDays'>,
  rates: readonly PlanRate[],
): DayRate & { readonly maxDevices: number } => ({
  // Not on sale, as with a code: any number will do, because the other side is then put in proportion to it.
  ...(rates.find(({ months, maxDevices }) => months === bought.months && maxDevices === bought.maxDevices) ??
    cheapest(rates.filter(({ maxDevices }) => maxDevices === bought.maxDevices)) ?? { priceMinor: 1, days: 1 }),
  maxDevices: bought.maxDevices,
})

/**
 * What buying a plan means for someone who holds these entries. The limit of devices never drops while paid time runs,
 * and never rises for time that was bought at the price of fewer.
 */
export function decidePurchase(
  entries: readonly PlanEntry[],
  bought: Bought,
  rates: readonly PlanRate[],
  now: Date,
): Decision {
  const running = runningClass(entries, now)
  if (!running || running.maxDevices === bought.maxDevices) return { kind: 'extend' }
  const own = ownRate(bought, rates)
  if (running.maxDevices < bought.maxDevices) {
    const known = rates.some(({ maxDevices }) => maxDevices === bought.maxDevices)
    const pieces = piecesOf(entries, now, known ? rates : [], own)
    return { kind: 'raise', shares: convertShares(pieces, own), fromDevices: running.maxDevices }
  }
  const from = grantEnd(entries, now)
  const seconds = planSeconds(from, bought.months, bought.bonusDays)
  const known = rates.some(({ maxDevices }) => maxDevices === bought.maxDevices)
  const to = rateFor(running, known ? rates : [], own)
  return { kind: 'lift', seconds: wholeDays(atValue(seconds, own, to), seconds), maxDevices: running.maxDevices }
}

/** Pieces of fewer devices than run now, as a reversal may leave them behind → what they become, at which plan's rate. */
export function convertLeftovers(
  entries: readonly PlanEntry[],
  rates: readonly PlanRate[],
  now: Date,
): { shares: Share[]; plan: { months: number; maxDevices: number } } {
  const running = runningClass(entries, now)
  if (!running) return { shares: [], plan: { months: 0, maxDevices: 0 } }
  const own = ownRate({ months: running.planMonths ?? 0, maxDevices: running.maxDevices }, rates)
  const known = rates.some(({ maxDevices }) => maxDevices === running.maxDevices)
  return {
    shares: convertShares(piecesOf(entries, now, known ? rates : [], own), own),
    plan: { months: running.planMonths ?? 0, maxDevices: running.maxDevices },
  }
}

/** The size of the plan time that is left, with the plan that set it. Null where none is: time that is over gives no size. */
export function runningClass(
  entries: readonly PlanEntry[],
  now: Date,
): { readonly planMonths: number | null; readonly maxDevices: number } | null {
  const last = standingPlans(entries).findLast(
    (standing) => standing.entry.maxDevices !== null && remainingOf(standing, now) > 0,
  )?.entry
  return last?.maxDevices ? { planMonths: last.planMonths, maxDevices: last.maxDevices } : null
}

const grantEnd = (entries: readonly PlanEntry[], now: Date): Date =>
  standingPlans(entries).reduce((latest, { end }) => (end > latest ? end : latest), now)
