import { describe, expect, it } from 'vitest'
import { methodDown, type Try, type UsualBuyers } from './method-down.rules.ts'

const night = new Date('2026-11-28T03:00:00Z')
const minuteMs = 60_000
const after = (minutes: number) => new Date(night.getTime() + minutes * minuteMs)
const usualOf = (perDay: number, share: number): UsualBuyers => ({
  tried: perDay * 28,
  paid: Math.round(perDay * 28 * share),
  days: 28,
})
const row = (count: number, outcome: Try['outcome'], everyMinutes = 3, from = 0): Try[] =>
  Array.from({ length: count }, (_, n) => ({ at: after(from + n * everyMinutes), outcome }))

/** Number of buyers in a row without a payment that raise the alert. */
function buyersUntil(outcome: Try['outcome'], usual: UsualBuyers, doOthersPay: boolean): number {
  for (let count = 1; count < 100; count++)
    if (methodDown(row(count, outcome), usual, doOthersPay ? after(1_000) : null, false)) return count
  return Number.POSITIVE_INFINITY
}

describe('payments by a method have stopped', () => {
  // Example shops by buyers per day and usual share of buyers who pay. At 20 buyers an hour, 8 buyers arrive within 24
  // minutes.
  it.each([
    ['60 a day, 40 % pay', 60, 0.4, 14, 18],
    ['60 a day, 70 % pay', 60, 0.7, 6, 8],
    ['200 a day, 70 % pay', 200, 0.7, 7, 9],
    ['20 an hour at 3 a.m., 70 % pay', 480, 0.7, 8, 10],
    ['20 an hour, 85 % pay', 480, 0.85, 5, 6],
    ['5 a day, 60 % pay', 5, 0.6, 5, 7],
  ])(
    'raises the alert after the right number of unpaid buyers, while others pay and while nobody pays: %s',
    (_shop, perDay, share, others, none) => {
      const usual = usualOf(perDay, share)
      expect([buyersUntil('unpaid', usual, true), buyersUntil('unpaid', usual, false)]).toEqual([others, none])
    },
  )

  it.each([
    ['5 a day', 5, 2, 2],
    ['60 a day', 60, 2, 3],
    ['200 a day', 200, 3, 3],
    ['20 an hour', 480, 3, 3],
    ['60 an hour', 1_440, 3, 4],
  ])(
    'raises the alert after the right number of refused buyers, while others pay and while nobody pays: %s',
    (_shop, perDay, others, none) => {
      const usual = usualOf(perDay, 0.7)
      expect([buyersUntil('refused', usual, true), buyersUntil('refused', usual, false)]).toEqual([others, none])
    },
  )

  it('a shop with few past buyers raises the alert after seven buyers without a payment, or after two refused buyers', () => {
    const usual = { tried: 3, paid: 3, days: 2 }
    expect(buyersUntil('unpaid', usual, true)).toBe(7)
    expect(buyersUntil('refused', usual, true)).toBe(2)
  })

  it('payments by other buyers are considered only if they are not older than the first buyer who did not pay', () => {
    const usual = usualOf(480, 0.7)
    expect(methodDown(row(8, 'unpaid'), usual, after(0), false)).not.toBeNull()
    expect(methodDown(row(8, 'unpaid'), usual, after(-1), false)).toBeNull()
  })

  it('the alert names the cause, the buyers, how many of them paid, and the first of them', () => {
    const usual = usualOf(480, 0.7)
    const tries = [...row(5, 'paid', 3, -30), ...row(9, 'unpaid')]
    expect(methodDown(tries, usual, null, true)).toEqual({ cause: 'unpaid', tried: 9, paid: 0, since: night })
    expect(methodDown(row(3, 'refused'), usual, null, false)).toMatchObject({ cause: 'refused', tried: 3 })
  })

  it('one payment among many failures does not prevent the alert', () => {
    const tries = [...row(7, 'unpaid'), ...row(1, 'paid', 3, 21), ...row(7, 'unpaid', 3, 24)]
    expect(methodDown(tries, usualOf(480, 0.7), after(40), false)).toMatchObject({ tried: 15, paid: 1 })
  })

  it('an open alert ends after a few payments, however long the outage was', () => {
    const usual = usualOf(480, 0.7)
    const outage = row(300, 'unpaid', 3, -1_000)
    const later = (paid: number) => methodDown([...outage, ...row(paid, 'paid')], usual, night, true)
    expect(later(1)).not.toBeNull()
    expect(later(5)).toBeNull()
  })

  it('a shop with no buyers or with one unpaid buyer raises no alert', () => {
    expect(methodDown([], usualOf(60, 0.7), night, false)).toBeNull()
    expect(methodDown(row(1, 'unpaid'), usualOf(60, 0.7), night, false)).toBeNull()
  })

  it('a healthy method raises fewer than one alert in fourteen days', () => {
    let state = 7
    // Generator of random numbers (mulberry32) with a fixed seed, so that each run draws the same buyers.
    const random = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
    for (const [perDay, share] of [
      [5, 0.6],
      [60, 0.4],
      [200, 0.7],
    ] as const) {
      const days = 12_000 / perDay
      const latest: Try[] = []
      let [alerts, isOpen] = [0, false]
      for (let n = 0; n < 12_000; n++) {
        const at = after((n * 1_440) / perDay)
        latest.push({ at, outcome: random() < share ? 'paid' : random() < 0.005 ? 'refused' : 'unpaid' })
        if (latest.length > 60) latest.shift()
        const found = methodDown(latest, usualOf(perDay, share), at, isOpen) !== null
        if (found && !isOpen) alerts += 1
        isOpen = found
      }
      expect(alerts, `${perDay} a day`).toBeLessThan(days / 14)
    }
  })
})
