import { describe, expect, it } from 'vitest'
import { freeName, lookAgainAfter, planOf, standingOf } from './standing.ts'

describe('how someone stands', () => {
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
  ] as const)('%s as %s is %s, and a link is for %s', (state, kind, standing, plan) => {
    expect(standingOf({ state }, kind, { expiresAt: null })).toBe(standing)
    expect(planOf(standing, { plan: 'paid' })).toBe(plan)
  })

  it('after a plan is its end, also where a trial could be had', () => {
    expect(standingOf({ state: 'expired' }, 'offer', { expiresAt: 1 })).toBe('ended')
    expect(standingOf({ state: 'blocked' }, 'offer', { expiresAt: 1 })).toBe('blocked')
  })

  it('of time that an operator gave after a trial is what the server calls it', () => {
    expect(planOf('paid', { plan: 'trial' })).toBe('trial')
  })
})

it('a new link has a name that no other has', () => {
  expect(freeName('Mac', [])).toBe('Mac')
  expect(freeName('Mac', [{ name: 'Mac 2' }, { name: null }])).toBe('Mac')
  expect(freeName('Mac', [{ name: 'Mac' }, { name: 'Mac 2' }])).toBe('Mac 3')
})

describe('a link that is shown is looked at anew', () => {
  const minute = 60_000
  it.each([
    [undefined, 0, false],
    [{ fetchedAt: 1 }, 0, false],
    [{ fetchedAt: null }, 0, 3_000],
    [{ fetchedAt: null }, 2 * minute - 1, 3_000],
    [{ fetchedAt: null }, 2 * minute, 10_000],
    [{ fetchedAt: null }, 15 * minute - 1, 10_000],
    [{ fetchedAt: null }, 15 * minute, false],
  ])('%j after %i ms: %s', (link, watched, after) => {
    expect(lookAgainAfter(link, watched)).toBe(after)
  })
})
