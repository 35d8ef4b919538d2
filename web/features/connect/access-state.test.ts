import { describe, expect, it } from 'vitest'
import { freeName, linkPollMs, planOf, standingOf } from './access-state.ts'

describe('connection state', () => {
  it.each([
    ['active', 'paid', 'paid', 'paid'],
    ['active', 'running', 'running', 'trial'],
    ['expired', 'armed', 'armed', 'trial'],
    ['expired', 'refused', 'refused', null],
    ['expired', 'offer', 'offer', null],
    ['expired', 'ended', 'ended', null],
    ['expired', 'none', 'none', null],
    ['blocked', 'paid', 'blocked', null],
    ['erased', 'armed', 'blocked', null],
  ] as const)(
    'the connection state for the entitlement %s and the kind %s is %s, with a link for %s',
    (state, kind, standing, plan) => {
      expect(standingOf({ state }, kind, { expiresAt: null })).toBe(standing)
      expect(planOf(standing, { plan: 'paid' })).toBe(plan)
    },
  )

  it('after a plan the state is ended, even if a trial is available', () => {
    expect(standingOf({ state: 'expired' }, 'offer', { expiresAt: 1 })).toBe('ended')
    expect(standingOf({ state: 'blocked' }, 'offer', { expiresAt: 1 })).toBe('blocked')
  })

  it('the plan of time granted by an operator after a trial comes from the server', () => {
    expect(planOf('paid', { plan: 'trial' })).toBe('trial')
  })
})

it('a new subscription link gets an unused name', () => {
  expect(freeName('Mac', [])).toBe('Mac')
  expect(freeName('Mac', [{ name: 'Mac 2' }, { name: null }])).toBe('Mac')
  expect(freeName('Mac', [{ name: 'Mac' }, { name: 'Mac 2' }])).toBe('Mac 3')
})

describe('polling of a shown link', () => {
  const minute = 60_000
  it.each([
    [undefined, 0, false],
    [{ fetchedAt: 1 }, 0, false],
    [{ fetchedAt: null }, 0, 3_000],
    [{ fetchedAt: null }, 2 * minute - 1, 3_000],
    [{ fetchedAt: null }, 2 * minute, 10_000],
    [{ fetchedAt: null }, 15 * minute - 1, 10_000],
    [{ fetchedAt: null }, 15 * minute, false],
  ])('a link %j is polled after %i ms: %s', (link, watched, after) => {
    expect(linkPollMs(link, watched)).toBe(after)
  })
})
