import { expect, test } from 'vitest'
import { devicePlaces } from './devices.rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const later = new Date('2026-03-01T00:00:01Z')

test('a running plan gives its places, an ended one and a trial give one', () => {
  expect(devicePlaces({ expiresAt: later, maxDevices: 5 }, now)).toBe(5)
  expect(devicePlaces({ expiresAt: later, maxDevices: 0 }, now)).toBe(1)
  expect(devicePlaces({ expiresAt: now, maxDevices: 5 }, now)).toBe(1)
  expect(devicePlaces({ expiresAt: null, maxDevices: 0 }, now)).toBe(1)
  expect(devicePlaces(undefined, now)).toBe(1)
})
