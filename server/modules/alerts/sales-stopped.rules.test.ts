import { describe, expect, it } from 'vitest'
import { salesStopped, type SalesPace } from './sales-stopped.rules.ts'

const hourMs = 3_600_000
/** Monday, so that hour 0 of the week is its first hour. */
const monday = new Date('2026-11-30T00:00:00Z')
const after = (hours: number) => new Date(monday.getTime() + hours * hourMs)
/** Share of the day's sales by hour: none from 0 to 7, most in the evening. */
const day = [0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, 8, 9, 9, 7, 4, 2]
const dayTotal = day.reduce((total, part) => total + part, 0)
const rateAt = (perDay: number, weekHour: number, weekend = 1) =>
  (perDay * (day[weekHour % 24] ?? 0) * (weekHour >= 120 ? weekend : 1)) / dayTotal
const paceOf = (perDay: number, weekend = 1): SalesPace => ({
  days: 28,
  byWeekHour: Array.from({ length: 168 }, (_, at) => 4 * rateAt(perDay, at, weekend)),
})
/** Hours after the last sale until the alert is raised. */
function hoursUntil(perDay: number, lastSale: number): number {
  for (let hours = 0; hours < 500; hours += 0.25)
    if (salesStopped(after(lastSale), after(lastSale + hours), paceOf(perDay))) return hours
  return Number.POSITIVE_INFINITY
}

/** Generator of random numbers (mulberry32) with a fixed seed, so that each run draws the same sales. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('sales have stopped', () => {
  it.each([
    // Last sale on Monday at noon.
    [2, 49],
    [10, 9],
    [60, 3],
    [500, 0.75],
  ])('a shop of %i sales a day hears of it within %i hours of the day', (perDay, hours) => {
    const found = hoursUntil(perDay, 12)
    expect(found).toBeGreaterThan(hours * 0.6)
    expect(found).toBeLessThanOrEqual(hours)
  })

  it.each([2, 10, 60, 500])('a night without sales raises no alert in a shop of %i a day', (perDay) => {
    expect(salesStopped(after(23.5), after(31), paceOf(perDay))).toBeNull()
  })

  it('the night adds almost nothing: the alert of a busy shop that stopped at midnight comes in the morning', () => {
    const hours = hoursUntil(200, 24)
    expect(hours).toBeGreaterThan(7)
    expect(hours).toBeLessThan(10)
  })

  it('names the last sale and how many would usually have come', () => {
    expect(salesStopped(after(12), after(18), paceOf(60))).toEqual({ since: after(12), expected: 23 })
  })

  it('too few sales show no pace', () => {
    const few: SalesPace = { days: 28, byWeekHour: Array.from({ length: 168 }, (_, at) => (at < 19 ? 1 : 0)) }
    expect(salesStopped(after(0), after(400), few)).toBeNull()
    const enough = { ...few, byWeekHour: few.byWeekHour.map((count, at) => (at === 19 ? 1 : count)) }
    expect(salesStopped(after(0), after(400), enough)).not.toBeNull()
  })

  it.each([
    [2, 1],
    [2, 0.4],
    [10, 0.5],
    [60, 0.5],
  ])(
    'a healthy shop of %i sales a day, and %f of that on weekends, hears less than once in a fortnight by chance',
    (perDay, weekend) => {
      const random = randomFrom(perDay * 7 + 1)
      const sales: number[] = []
      let [alerts, isOpen] = [0, false]
      const days = 400
      for (let hour = 0; hour < days * 24; hour += 1) {
        if (random() < rateAt(perDay, hour % 168, weekend)) {
          sales.push(hour)
          isOpen = false
        }
        const last = sales.at(-1)
        if (last === undefined || hour < 28 * 24 || hour % 4 !== 0) continue
        const byWeekHour = Array.from({ length: 168 }, () => 0)
        for (const sale of sales.slice(-2_000))
          if (sale < hour - 25 && sale >= hour - 25 - 28 * 24) byWeekHour[sale % 168]! += 1
        const found = salesStopped(after(last), after(hour), { days: 28, byWeekHour }) !== null
        if (found && !isOpen) alerts += 1
        isOpen = found
      }
      expect(alerts).toBeLessThan(days / 14)
    },
  )
})
