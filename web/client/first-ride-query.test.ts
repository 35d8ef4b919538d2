import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rideRefetchMs, firstRideKey, firstRideQuery, rideKind } from './first-ride-query.ts'

const now = 1_000_000
const phone = { os: 0, name: null, byLink: false, at: now }
const trial = (
  state: 'none' | 'armed' | 'lapsed' | 'running' | 'over',
  available = false,
  endsAt: number | null = null,
) => ({
  state,
  available,
  endsAt,
})

it.each([
  ['offer', { expiresAt: null, device: null, trial: trial('none', true) }],
  ['none', { expiresAt: null, device: null, trial: trial('none') }],
  ['armed', { expiresAt: null, device: null, trial: trial('armed') }],
  ['armed', { expiresAt: now, device: null, trial: trial('armed') }],
  ['refused', { expiresAt: null, device: phone, trial: trial('armed') }],
  ['running', { expiresAt: now + 1, device: phone, trial: trial('running', false, now + 1) }],
  ['paid', { expiresAt: now + 2, device: phone, trial: trial('running', false, now + 1) }],
  ['paid', { expiresAt: now + 1, device: null, trial: trial('none') }],
  ['paid', { expiresAt: now + 1, device: null, trial: trial('armed') }],
  ['paid', { expiresAt: now + 1, device: phone, trial: trial('over', false, now - 1) }],
  ['ended', { expiresAt: now, device: phone, trial: trial('running', false, now) }],
  ['ended', { expiresAt: now - 1, device: phone, trial: trial('none') }],
  ['ended', { expiresAt: null, device: null, trial: trial('lapsed') }],
] as const)('the first-use state is "%s" for %j', (kind, known) => {
  expect(rideKind(known, now)).toBe(kind)
})

it('polling slows down over time and stops once a paid user is connected', () => {
  expect(rideRefetchMs('armed', false, 0)).toBe(3_000)
  expect(rideRefetchMs('armed', false, 120_001)).toBe(10_000)
  expect(rideRefetchMs('armed', false, 600_001)).toBe(30_000)
  expect(rideRefetchMs(null, false, 0)).toBe(10_000)
  expect(rideRefetchMs('running', true, 0)).toBe(10_000)
  expect(rideRefetchMs('paid', false, 0)).toBe(3_000)
  expect(rideRefetchMs('paid', true, 0)).toBe(false)
  fc.assert(
    fc.property(fc.nat(3_600_000), fc.nat(3_600_000), (a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)]
      expect(Number(rideRefetchMs('armed', false, early))).toBeLessThanOrEqual(
        Number(rideRefetchMs('armed', false, late)),
      )
    }),
  )
})

it('the first-use query is cached per language under one key prefix', () => {
  const [english, chinese] = [firstRideQuery('en').queryKey, firstRideQuery('zh-CN').queryKey]
  expect(english).not.toEqual(chinese)
  for (const key of [english, chinese]) expect(key.slice(0, firstRideKey.length)).toEqual(firstRideKey)
})
