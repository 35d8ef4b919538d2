import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findAgreementTime, lastSignInMethod, saveSignInMethod } from './agreement-memory.ts'
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
  expect([findAgreementTime('1.1'), lastSignInMethod()]).toEqual([null, null])
  saveSignInMethod('password', '1.1')
  vi.setSystemTime(Date.UTC(2026, 10, 22))
  saveSignInMethod('password', '1.1')
  expect(findAgreementTime('1.1')).toBe(Date.UTC(2026, 4, 3))
  expect(findAgreementTime('1.2')).toBeNull()
  saveSignInMethod('password', '1.2')
  expect(findAgreementTime('1.2')).toBe(Date.UTC(2026, 10, 22))
})

it('a sign-in without consent does not count as consent, and an earlier one is kept', () => {
  saveSignInMethod('passkey', null)
  expect([findAgreementTime('1.1'), lastSignInMethod()]).toEqual([null, 'passkey'])
  saveSignInMethod('password', '1.1')
  saveSignInMethod('passkey', null)
  expect([findAgreementTime('1.1'), lastSignInMethod()]).toEqual([Date.UTC(2026, 4, 3), 'passkey'])
})

it('invalid stored values of the consent are ignored', () => {
  for (const odd of ['null', '7', '{', '{"versions":"1.1"}', '{"versions":7,"at":"x","way":"door"}']) {
    localStorage.setItem('agreed', odd)
    expect([findAgreementTime('1.1'), lastSignInMethod()], odd).toEqual([null, null])
  }
})
