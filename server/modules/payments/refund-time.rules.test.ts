import { expect, it } from 'vitest'
import { decideTime } from './refund-time.rules.ts'

it.each([
  [{ amountMinor: 'all', availableMinor: 26_800 }, false, 'goes'],
  [{ amountMinor: 'all', availableMinor: 26_800 }, true, 'clash'],
  [{ amountMinor: 26_800, availableMinor: 26_800 }, false, 'goes'],
  [{ amountMinor: 26_800, availableMinor: 26_800 }, true, 'clash'],
  [{ amountMinor: 26_799, availableMinor: 26_800 }, false, 'ask'],
  [{ amountMinor: 26_799, availableMinor: 26_800 }, true, 'stays'],
  [{ amountMinor: 1, availableMinor: 26_800 }, false, 'ask'],
] as const)('of a refund of %j, with the time said to stay: %s, the time: %s', (refund, keepsTime, time) => {
  expect(decideTime(refund, keepsTime)).toBe(time)
})
