import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planEnd } from '#shared/membership-time.ts'
import { convertLeftovers, decidePurchase, rateOf, runningClass, type Share } from './conversion.rules.ts'
import { foldPlans, type PlanEntry } from './membership.rules.ts'

const day = 86_400
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day * 1000)

/**
 * Price per month by number of devices. It is the same for all lengths, so that the value of time is a whole number:
 * monthly price × seconds.
 */
const monthPrices: Record<number, number> = { 1: 1_000, 5: 3_500, 10: 9_000 }
const rates = Object.entries(monthPrices).flatMap(([devices, price]) =>
  [1, 12, 24].map((months) =>
    rateOf({ months, bonusDays: 0, maxDevices: Number(devices), priceMinor: price * months }),
  ),
)
const size = fc.constantFrom(1, 5, 10)
const bought = fc.record({ months: fc.constantFrom(1, 12, 24), bonusDays: fc.constant(0), maxDevices: size })
/**
 * Random period of membership. `devices` null: a gift or a trial, which has no number of devices. `pause`: days without
 * membership before the period.
 */
const stretch = fc.record({
  days: fc.integer({ min: 1, max: 800 }),
  devices: fc.option(size, { freq: 2 }),
  pause: fc.integer({ min: 0, max: 300 }),
})
const history = fc.array(stretch, { maxLength: 6 })

type Stretch = { days: number; devices: number | null; pause: number }
function live(steps: readonly Stretch[]): {
  entries: PlanEntry[]
  stretches: { from: number; to: number; devices: number | null }[]
} {
  let end = 0
  const stretches: { from: number; to: number; devices: number | null }[] = []
  const entries = steps.map(({ days, devices, pause }, index): PlanEntry => {
    const from = end + pause
    end = from + days
    stretches.push({ from, to: end, devices })
    const plan = { planMonths: devices === null ? null : 1, maxDevices: devices }
    return { id: String(index), seconds: days * day, at: at(from), reverses: null, converts: null, ...plan }
  })
  return { entries, stretches }
}
const worthOf = (seconds: number, devices: number) => BigInt(seconds) * BigInt(monthPrices[devices] ?? 0)

type Stretches = ReturnType<typeof live>['stretches']
type Plan = { months: number; maxDevices: number }

/**
 * True if the bought time, converted to the buyer's larger number of devices, is worth at least as much as before and
 * less than one day more.
 */
function isLiftFair(seconds: number, maxDevices: number, stretches: Stretches, plan: Plan, today: number): boolean {
  const from = Math.max(today, ...stretches.map(({ to }) => to))
  const plain = worthOf((planEnd(at(from), plan.months, 0).getTime() - at(from).getTime()) / 1000, plan.maxDevices)
  const worth = worthOf(seconds, maxDevices)
  return maxDevices > plan.maxDevices && worth >= plain && worth - worthOf(day, maxDevices) < plain
}

/**
 * True if remaining time for fewer devices was converted with no loss and less than one day of gain, or kept its
 * length.
 */
function isRaiseFair(shares: readonly Share[], stretches: Stretches, plan: Plan, today: number): boolean {
  const smaller = stretches
    .map(({ from, to, devices }) => ({
      devices: devices ?? 99,
      seconds: Math.max(0, to - Math.max(from, today)) * day,
    }))
    .filter(({ devices, seconds }) => devices < plan.maxDevices && seconds > 0)
  const before = smaller.reduce((sum, { seconds, devices }) => sum + worthOf(seconds, devices), 0n)
  const out = smaller.map(({ seconds }) => seconds)
  const back = shares.reduce((sum, { inSeconds }) => sum + inSeconds, 0)
  const isSame = String(shares.map(({ outSeconds }) => outSeconds)) === String(out)
  const isKept = back === out.reduce((sum, each) => sum + each, 0) || worthOf(back, plan.maxDevices) >= before
  return isSame && isKept && worthOf(back - day, plan.maxDevices) < before
}

describe('plan purchase, compared with an independent model', () => {
  it('a purchase loses no value: remaining and bought time keep their value or their seconds', () => {
    fc.assert(
      fc.property(history, bought, fc.integer({ min: 0, max: 3_000 }), (steps, plan, today) => {
        const { entries, stretches } = live(steps)
        const decision = decidePurchase(entries, plan, rates, at(today))
        const isFair =
          decision.kind === 'extend' ||
          (decision.kind === 'lift'
            ? isLiftFair(decision.seconds, decision.maxDevices, stretches, plan, today)
            : isRaiseFair(decision.shares, stretches, plan, today))
        expect(isFair).toBe(true)
      }),
    )
  })

  it('ended time sets no device limit, and time without a device limit is not converted', () => {
    fc.assert(
      fc.property(history, bought, fc.integer({ min: 0, max: 3_000 }), (steps, plan, today) => {
        const { entries, stretches } = live(steps)
        const sizes = stretches
          .filter(({ to, devices }) => to > today && devices !== null)
          .map(({ devices }) => devices)
        expect(runningClass(entries, at(today))?.maxDevices).toBe(sizes.at(-1) ?? undefined)
        const decision = decidePurchase(entries, plan, rates, at(today))
        const isPlain = sizes.every((devices) => devices === plan.maxDevices)
        expect(decision.kind === 'extend' || !isPlain).toBe(true)
        const gifts = new Set(entries.filter(({ maxDevices }) => maxDevices === null).map(({ id }) => id))
        const touched = decision.kind === 'raise' ? decision.shares : []
        expect(touched.some(({ grantId }) => gifts.has(grantId))).toBe(false)
        expect(convertLeftovers(entries, rates, at(today)).shares.some(({ grantId }) => gifts.has(grantId))).toBe(false)
      }),
    )
  })

  it('a year bought after a larger plan ended stays a year, also with an hour of free time', () => {
    const ended = { days: 365, devices: 10, pause: 0 }
    const { entries } = live([ended, { days: 1, devices: null, pause: 365 }])
    const year = { months: 12, bonusDays: 0, maxDevices: 5 }
    expect(decidePurchase(entries, year, rates, at(730))).toEqual({ kind: 'extend' })
    const attached = live([ended, { days: 30, devices: null, pause: 0 }]).entries
    expect(decidePurchase(attached, year, rates, at(380))).toEqual({ kind: 'extend' })
  })

  it('the device limit comes from the current uninterrupted time', () => {
    const large = { days: 30, devices: 10, pause: 0 }
    const gift = { days: 30, devices: null, pause: 0 }
    expect(foldPlans(live([large, gift]).entries).maxDevices).toBe(10)
    expect(foldPlans(live([large, { ...gift, pause: 1 }]).entries).maxDevices).toBe(0)
    expect(foldPlans(live([{ ...large, pause: 5 }]).entries).maxDevices).toBe(10)
    expect(foldPlans(live([large, { ...large, devices: 5, pause: 1 }, gift]).entries).maxDevices).toBe(5)
  })
})
