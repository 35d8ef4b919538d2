import { expect, test, vi } from 'vitest'
import { consumeErrand, enterSite, noteReferrer, safeReturnPath } from './login-return.ts'

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

test('the script of a door that comes after a sign-in notes nothing anew, and finds the page marked', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  const root = { dataset: {} as Record<string, string> }
  const replace = vi.fn<(path: string) => void>()
  vi.stubGlobal('location', { origin: here, replace })
  vi.stubGlobal('document', { referrer: `${here}/group-buying`, documentElement: root })
  vi.stubGlobal('sessionStorage', store)
  vi.stubGlobal('localStorage', store)
  noteReferrer()
  enterSite({ deletionCancelled: false })
  noteReferrer()
  expect(replace.mock.calls).toEqual([['/group-buying']])
  expect([...kept]).toEqual([])
  expect(root.dataset).toEqual({ entering: '' })
  vi.unstubAllGlobals()
})
