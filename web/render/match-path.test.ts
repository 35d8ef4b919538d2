import { describe, expect, it } from 'vitest'
import { createMatcher } from './match-path.ts'

const match = createMatcher([
  ['/', 'home'],
  ['/pricing', 'pricing'],
  ['/clause/:name', 'clause'],
  ['/clause/terms', 'terms'],
  ['/user', 'account'],
  ['/user/*', 'account'],
])

describe('createMatcher', () => {
  it.each([
    ['/', 'home'],
    ['/pricing', 'pricing'],
    ['/clause/privacy', 'clause'],
    ['/clause/terms', 'terms'],
    ['/user', 'account'],
    ['/user/profile', 'account'],
    ['/user/kol/commissions', 'account'],
  ])('the path %s is matched by %s', (path, page) => {
    expect(match(path)).toBe(page)
  })

  it.each([
    '',
    '/Pricing',
    '/pricing/',
    '/pricing/more',
    '/clause',
    '/clause/',
    '/clause/a/b',
    '/user/',
    '/users',
    '//',
    '/pricingx',
  ])('the path %j is matched by no page', (path) => {
    expect(match(path)).toBeNull()
  })
})
