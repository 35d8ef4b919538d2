import { cheapest, runningClass, type DayRate, type PlanRate } from './conversion.rules.ts'
import { remainingOf, standingPlans, type PlanEntry } from './membership.rules.ts'

/**
 * Remaining time of one grant that an upgrade to more devices covers. `worthSeconds`: time of the larger plan that the
 * price of the upgrade would buy.
 */
export type DifferencePiece = {
  readonly grantId: string
  readonly seconds: number
  readonly worthSeconds: number
}
export type Difference = {
  readonly devicesBefore: number
  readonly maxDevices: number
  readonly seconds: number
  readonly priceMinor: number
  readonly pieces: readonly DifferencePiece[]
}

const daySeconds = 86_400
/**
 * Smallest upgrade to more devices that is sold, in minor units and seconds. Payment providers may reject a smaller
 * amount, and a shorter time is not worth a payment.
 */
export const leastDifference = { minor: 100, seconds: daySeconds } as const

type Fraction = { readonly num: bigint; readonly den: bigint }
const plus = (a: Fraction, b: Fraction): Fraction => ({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })
const roundedUp = ({ num, den }: Fraction): number => Number((num + den - 1n) / den)

type Step = { readonly from: DayRate; readonly to: DayRate }

/**
 * Daily prices before and after an upgrade to more devices: of the own plan and of the larger plan with the same
 * length. If either is not on sale, uses the cheapest plan of both sizes, because a short plan is dearer per day for
 * its length and not for its devices. If no plan of the own size is on sale, its price is that of the larger plan in
 * proportion to the devices.
 */
function stepOf(
  held: { readonly planMonths: number | null; readonly maxDevices: number },
  larger: readonly PlanRate[],
  best: PlanRate,
  rates: readonly PlanRate[],
): Step {
  const same = rates.filter(({ maxDevices }) => maxDevices === held.maxDevices)
  const ofLength = (some: readonly PlanRate[]) => cheapest(some.filter(({ months }) => months === held.planMonths))
  const [from, to] = [ofLength(same), ofLength(larger)]
  if (from && to) return { from, to }
  const { priceMinor, days, maxDevices } = best
  const inProportion = { priceMinor: priceMinor * held.maxDevices, days: days * maxDevices }
  return { from: cheapest(same) ?? inProportion, to: best }
}

/**
 * Difference of the two daily prices, at least 0. Multiplied by the days of both plans, so that it stays a whole
 * number.
 */
function rise({ from, to }: Step): bigint {
  const more = BigInt(to.priceMinor) * BigInt(from.days) - BigInt(from.priceMinor) * BigInt(to.days)
  return more > 0n ? more : 0n
}

const costOf = (seconds: number, step: Step): Fraction => ({
  num: BigInt(seconds) * rise(step),
  den: BigInt(step.from.days) * BigInt(step.to.days) * BigInt(daySeconds),
})

/** Time of the larger plan that the price of the upgrade would buy. Rounded down, at most `seconds`. */
const worthOf = (seconds: number, step: Step): number =>
  step.to.priceMinor <= 0
    ? 0
    : Number((BigInt(seconds) * rise(step)) / (BigInt(step.to.priceMinor) * BigInt(step.from.days)))

/**
 * Price of an upgrade to more devices for all remaining time, rounded up once. Includes gifts, bonuses and a trial,
 * because they get the new number of devices too. Null if no plan is running or it already has as many devices, if no
 * plan of that size is on sale, or if price or time is below the minimum.
 */
export function priceDifference(
  entries: readonly PlanEntry[],
  maxDevices: number,
  rates: readonly PlanRate[],
  now: Date,
): Difference | null {
  const running = runningClass(entries, now)
  const larger = rates.filter((rate) => rate.maxDevices === maxDevices)
  const best = cheapest(larger)
  if (!running || !best || running.maxDevices >= maxDevices) return null
  const found = standingPlans(entries).flatMap((standing) => {
    const { id: grantId, maxDevices: own, planMonths } = standing.entry
    const seconds = remainingOf(standing, now)
    const held = own === null ? running : { planMonths, maxDevices: own }
    if (seconds === 0 || held.maxDevices >= maxDevices) return []
    const step = stepOf(held, larger, best, rates)
    return [{ piece: { grantId, seconds, worthSeconds: worthOf(seconds, step) }, cost: costOf(seconds, step) }]
  })
  const pieces = found.map(({ piece }) => piece)
  const seconds = pieces.reduce((total, piece) => total + piece.seconds, 0)
  const priceMinor = roundedUp(found.map(({ cost }) => cost).reduce(plus, { num: 0n, den: 1n }))
  if (priceMinor < leastDifference.minor || seconds < leastDifference.seconds) return null
  return { devicesBefore: running.maxDevices, maxDevices, seconds, priceMinor, pieces }
}

/** Milliseconds for which a shown upgrade price is accepted. Paying takes minutes, and the price falls continuously. */
const shownForMs = 15 * 60_000

export function differenceAt(
  shownMinor: number,
  priceAt: (moment: Date) => Difference | null,
  now: Date,
): Difference | null {
  const current = priceAt(now)
  const before = priceAt(new Date(now.getTime() - shownForMs))
  const isKnown = current && before && shownMinor >= current.priceMinor && shownMinor <= before.priceMinor
  return isKnown ? { ...current, priceMinor: shownMinor } : null
}

/**
 * Splits a paid upgrade into remaining time that can still be upgraded (`raised`) and extra time that the buyer gets
 * for the rest (`owedSeconds`).
 */
export function settleDifference(
  entries: readonly PlanEntry[],
  { maxDevices, pieces }: Pick<Difference, 'maxDevices' | 'pieces'>,
  now: Date,
): { raised: readonly { readonly entry: PlanEntry; readonly seconds: number }[]; owedSeconds: number } {
  const standing = new Map(standingPlans(entries).map((held) => [held.entry.id, held]))
  const used = pieces.map((piece) => {
    const held = standing.get(piece.grantId)
    const fits = held !== undefined && (held.entry.maxDevices ?? 0) < maxDevices
    return { piece, held, seconds: fits ? Math.min(piece.seconds, remainingOf(held, now)) : 0 }
  })
  const owed = used.map(({ piece, seconds }) => {
    const missing = BigInt(piece.seconds - seconds)
    return Number((missing * BigInt(piece.worthSeconds)) / BigInt(Math.max(1, piece.seconds)))
  })
  return {
    // Time without a number of devices follows the running plan, so its ledger row stays unchanged.
    raised: used.flatMap(({ held, seconds }) =>
      held && seconds > 0 && held.entry.maxDevices !== null ? [{ entry: held.entry, seconds }] : [],
    ),
    owedSeconds: owed.reduce((total, seconds) => total + seconds, 0),
  }
}
