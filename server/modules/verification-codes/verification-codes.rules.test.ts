import { describe, expect, it } from 'vitest'
import { judgeTry, lifeMinutes, maxTries, resendAfterSeconds } from './verification-codes.rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const usedBefore = (ms: number) => new Date(now.getTime() - ms)

it('a verification code is valid for ten minutes, allows five attempts, and can be resent after a minute', () => {
  expect({ lifeMinutes, maxTries, resendAfterSeconds }).toEqual({
    lifeMinutes: 10,
    maxTries: 5,
    resendAfterSeconds: 60,
  })
})

describe('code attempt', () => {
  it('accepts an attempt with the right digits of an unused code', () => {
    expect(judgeTry(true, null, now)).toBe('right')
    expect(judgeTry(false, null, now)).toBe('wrong')
    expect(judgeTry(false, usedBefore(10_000), now)).toBe('wrong')
  })

  it.each([
    [0, 'wrong'],
    [2_999, 'wrong'],
    [3_000, 'repeated'],
    [60_000, 'repeated'],
    [60_001, 'wrong'],
    [-5_000, 'wrong'],
  ] as const)('an attempt %i ms after the code was used is %s', (ms, state) => {
    expect(judgeTry(true, usedBefore(ms), now)).toBe(state)
  })
})
