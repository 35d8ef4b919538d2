import { planSeconds, remainingOf, standingPlans, type PlanEntry } from './membership.rules.ts'

/** Price of a day as the fraction `priceMinor` / `days`. It is never rounded. */
export type DayRate = { readonly priceMinor: number; readonly days: number }
export type PlanRate = DayRate & { readonly months: number; readonly maxDevices: number }

const daySeconds = 86_400

/**
 * Daily price of a plan. Price and days are multiplied by 12 to stay whole, because a month counts as a twelfth of 365
 * days. Every month therefore has the same price.
 */
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
 * Value of a day of remaining time: the daily price of its own plan if on sale, else of the cheapest plan for as many
 * devices, else the daily price `other` in proportion to the devices.
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

/**
 * Converts seconds at one daily price to seconds at another, rounded down. Never returns more seconds than were given.
 */
export function atValue(seconds: number, from: DayRate, to: DayRate): number {
  if (to.priceMinor <= 0) return seconds
  const worth =
    (BigInt(seconds) * BigInt(from.priceMinor) * BigInt(to.days)) / (BigInt(from.days) * BigInt(to.priceMinor))
  return Math.min(seconds, Number(worth))
}

/** Rounds converted time up to whole days, so that the owner loses no value, but never to more seconds than before. */
const wholeDays = (exact: number, held: number): number => Math.min(held, Math.ceil(exact / daySeconds) * daySeconds)

export type Share = { readonly grantId: string; readonly outSeconds: number; readonly inSeconds: number }

/**
 * Converts the remaining time of each grant. The sum is rounded up once to whole days, so that the owner loses no
 * value, and never exceeds the remaining time. Single grants may therefore end in the middle of a day.
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
 * Effect of a purchase on the buyer's time. `extend`: adds the bought time. `raise`: running time has fewer devices and
 * is converted to the bought number. `lift`: running time has more devices, so the bought time is converted to
 * `seconds` for that number.
 */
type Decision =
  | { readonly kind: 'extend' }
  | { readonly kind: 'raise'; readonly shares: readonly Share[]; readonly fromDevices: number }
  | { readonly kind: 'lift'; readonly seconds: number; readonly maxDevices: number }

/**
 * Remaining time for fewer devices than `to`. Leaves out time without a number of devices, such as gifts, because it
 * always follows the plan that runs beside it.
 */
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

const ownRate = (
  bought: Omit<Bought, 'bonusDays'>,
  rates: readonly PlanRate[],
): DayRate & { readonly maxDevices: number } => ({
  // The plan may not be on sale, for example if it comes from a redeem code. Any price works then, because the price of
  // the other plan is computed in proportion to it.
  ...(rates.find(({ months, maxDevices }) => months === bought.months && maxDevices === bought.maxDevices) ??
    cheapest(rates.filter(({ maxDevices }) => maxDevices === bought.maxDevices)) ?? { priceMinor: 1, days: 1 }),
  maxDevices: bought.maxDevices,
})

/**
 * Decides how buying a plan changes the buyer's time. The number of devices never drops while paid time runs, and time
 * bought at a lower price never gets more devices for free.
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

/**
 * Converts remaining time for fewer devices than the running plan. Such time can appear when a purchase is taken back.
 * `plan` in the result: the running plan.
 */
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
