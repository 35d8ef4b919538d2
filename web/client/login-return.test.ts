import { expect, test, vi } from 'vitest'
import { consumeErrand, safeReturnPath } from './login-return.ts'

const here = 'https://wayfare.example'

test.each([
  '/',
  '/pricing',
  '/user/profile#orders',
  '/purchased?order=01J&x=%2F%2Fevil.example',
  '/en/group-buying?g=1',
])('after a login the way back to %s is followed', (path) => {
  expect(safeReturnPath(path, here)).toBe(path)
})

test.each([
  null,
  '',
  'pricing',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '//wayfare.example@evil.example',
])('after a login no way leads to %j', (path) => {
  expect(safeReturnPath(path, here)).toBeNull()
})

test.each(['/login', '/register?r=AB', '/en/login', '/zh-CN/register', '/resetpassword/', '/x/../login'])(
  '%s is no place to come back to',
  (path) => {
    expect(safeReturnPath(path, here)).toBeNull()
  },
)

test.each(['/%5cevil.example', '/@evil.example', '/;//evil.example'])('%s comes out as a page of this site', (path) => {
  const safe = safeReturnPath(path, here)
  expect(new URL(safe ?? '', here).href).toBe(here + path)
})

test.each([
  ['/pricing?plan=12', '/pricing?plan=12'],
  ['/en/group-buying?g=ABC', '/en/group-buying?g=ABC'],
  ['/user/reward', '/user/reward'],
  ['/crypto-pay/plan-12', '/crypto-pay/plan-12'],
  ['/', null],
  ['/trial', null],
  ['/zh-CN/download', null],
  ['/pricingx', null],
  ['//evil.example/user', null],
  [null, null],
])('someone who signs up from %s goes on to %s, once', (from, to) => {
  const kept = new Map(from === null ? [] : [['register-page-origin', from]])
  vi.stubGlobal('location', { origin: here })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  expect(consumeErrand()).toBe(to)
  expect(consumeErrand()).toBeNull()
  vi.unstubAllGlobals()
})
