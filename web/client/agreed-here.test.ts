import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agreedSince, lastWayIn, saveWayIn } from './agreed-here.ts'
import { fakeBrowser } from './fake-browser.test-support.ts'

beforeEach(async () => {
  await fakeBrowser()
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 3) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the consent date is known for the same versions of both legal texts only', () => {
  expect([agreedSince('1.1'), lastWayIn()]).toEqual([null, null])
  saveWayIn('password', '1.1')
  vi.setSystemTime(Date.UTC(2026, 10, 22))
  saveWayIn('password', '1.1')
  expect(agreedSince('1.1')).toBe(Date.UTC(2026, 4, 3))
  expect(agreedSince('1.2')).toBeNull()
  saveWayIn('password', '1.2')
  expect(agreedSince('1.2')).toBe(Date.UTC(2026, 10, 22))
})

it('a sign-in without consent does not count as consent, and an earlier one is kept', () => {
  saveWayIn('passkey', null)
  expect([agreedSince('1.1'), lastWayIn()]).toEqual([null, 'passkey'])
  saveWayIn('password', '1.1')
  saveWayIn('passkey', null)
  expect([agreedSince('1.1'), lastWayIn()]).toEqual([Date.UTC(2026, 4, 3), 'passkey'])
})

it('invalid stored values are ignored', () => {
  for (const odd of ['null', '7', '{', '{"versions":"1.1"}', '{"versions":7,"at":"x","way":"door"}']) {
    localStorage.setItem('agreed', odd)
    expect([agreedSince('1.1'), lastWayIn()], odd).toEqual([null, null])
  }
})
