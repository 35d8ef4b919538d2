import { expect, test } from 'vitest'
import { devicePlaces } from './device-places.rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const later = new Date('2026-03-01T00:00:01Z')

test('an active plan gives its device limit, and an ended plan or a trial gives one', () => {
  expect(devicePlaces({ expiresAt: later, maxDevices: 5 }, now)).toBe(5)
  expect(devicePlaces({ expiresAt: later, maxDevices: 0 }, now)).toBe(1)
  expect(devicePlaces({ expiresAt: now, maxDevices: 5 }, now)).toBe(1)
  expect(devicePlaces({ expiresAt: null, maxDevices: 0 }, now)).toBe(1)
  expect(devicePlaces(undefined, now)).toBe(1)
})
