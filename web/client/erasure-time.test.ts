import { afterEach, expect, test, vi } from 'vitest'
import { findErasure, saveErasure } from './erasure-time.ts'
import { MemoryStorage } from './fake-browser.test-support.ts'
import { learnServerTime } from './server-clock.ts'

const day = 86_400_000
afterEach(() => vi.unstubAllGlobals())

// A countdown ended by the clock of the device (hilios/jQuery.countdown#310).
test.each([-400, 0, 400])(
  'the date of erasure is shown for seven days on a device whose clock is %i days off',
  (days) => {
    vi.useFakeTimers()
    vi.stubGlobal('localStorage', new MemoryStorage())
    const device = Date.parse('2026-11-30T12:00:00Z')
    const server = device - days * day
    vi.setSystemTime(device)
    learnServerTime(new Date(server).toUTCString(), device)
    saveErasure(server + 7 * day)
    // A new page knows nothing of the server's clock.
    learnServerTime(new Date(device).toUTCString(), device)
    vi.setSystemTime(device + 6.9 * day)
    expect(findErasure()).toBe(server + 7 * day)
    vi.setSystemTime(device + 7.1 * day)
    expect(findErasure()).toBeNull()
    vi.useRealTimers()
  },
)

test('no date of erasure is shown without a deletion, or where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  expect(findErasure()).toBeNull()
  vi.stubGlobal('localStorage', undefined)
  expect(findErasure()).toBeNull()
})
