import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideTime, secondsToTake, unusedDays } from './refund-time.rules.ts'

const day = 86_400
const [all, most] = [
  { amountMinor: 26_800, availableMinor: 26_800 },
  { amountMinor: 26_799, availableMinor: 26_800 },
]
it.each([
  [{ amountMinor: 'all', availableMinor: 26_800 }, 0, 'goes'],
  [{ amountMinor: 'all', availableMinor: 26_800 }, 1, 'clash'],
  [all, 0, 'goes'],
  [all, 1, 'clash'],
  [most, 0, 'stays'],
  [most, 1, 'part'],
  [{ amountMinor: 1, availableMinor: 26_800 }, 0, 'stays'],
] as const)(
  'a refund of %j with %i days to take has the effect "%s" on the membership time',
  (refund, takeDays, time) => {
    expect(decideTime(refund, takeDays)).toBe(time)
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
