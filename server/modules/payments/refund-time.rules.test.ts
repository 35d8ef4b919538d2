import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideTime, secondsToTake, unusedDays } from './refund-time.rules.ts'

const day = 86_400
const [all, most] = [
  { amountMinor: 26_800, availableMinor: 26_800 },
  { amountMinor: 26_799, availableMinor: 26_800 },
]
it.each([
  [{ amountMinor: 'all', availableMinor: 26_800 }, false, 0, 'goes'],
  [{ amountMinor: 'all', availableMinor: 26_800 }, true, 0, 'clash'],
  [{ amountMinor: 'all', availableMinor: 26_800 }, false, 1, 'clash'],
  [all, false, 0, 'goes'],
  [all, true, 0, 'clash'],
  [all, false, 1, 'clash'],
  [most, false, 0, 'ask'],
  [most, true, 0, 'stays'],
  [most, false, 1, 'part'],
  [most, true, 1, 'clash'],
  [{ amountMinor: 1, availableMinor: 26_800 }, false, 0, 'ask'],
] as const)(
  'decides for a refund of %j with keep time %s and %i days to take: %s',
  (refund, keepTime, takeDays, time) => {
    expect(decideTime(refund, { keepTime, takeDays })).toBe(time)
  },
)

it('counts a started day as a whole unused day, and takes only the rest of it', () => {
  expect([-1, 0, 1, day, day + 1].map(unusedDays)).toEqual([0, 0, 1, 1, 2])
  expect(secondsToTake(1, 100)).toBe(100)
  expect(secondsToTake(2, day + 1)).toBe(day + 1)
  expect(secondsToTake(2, day)).toBeNull()
  expect(secondsToTake(1, 0)).toBeNull()
})

it('a partial refund never takes more than the unused time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000 }), fc.nat(4_000 * day), (days, unused) => {
      const seconds = secondsToTake(days, unused)
      expect(seconds).toBe(days * day >= unused + day ? null : Math.min(unused, days * day))
    }),
  )
})
