import { expect, test, vi } from 'vitest'
import { consumePendingPage, enterSite, findErasure, goToLogin, saveReferrer, safeReturnPath } from './login-return.ts'

const here = 'https://wayfare.example'

test.each([
  '/',
  '/pricing',
  '/user/profile#orders',
  '/purchased?order=01J&x=%2F%2Fevil.example',
  '/en/group-buying?g=1',
])('the return path %s is accepted after a login', (path) => {
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
])('the return path %j is refused after a login', (path) => {
  expect(safeReturnPath(path, here)).toBeNull()
})

test.each(['/login', '/register?r=AB', '/en/login', '/zh-CN/register', '/resetpassword/', '/x/../login'])(
  'the return path %s is refused, as it is a login page',
  (path) => {
    expect(safeReturnPath(path, here)).toBeNull()
  },
)

test.each(['/%5cevil.example', '/@evil.example', '/;//evil.example'])(
  'the return path %s leads to a page of this site',
  (path) => {
    const safe = safeReturnPath(path, here)
    expect(new URL(safe ?? '', here).href).toBe(here + path)
  },
)

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
])('a sign-up started at %s continues at %s, once', (from, to) => {
  const kept = new Map(from === null ? [] : [['register-page-origin', from]])
  vi.stubGlobal('location', { origin: here })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  expect(consumePendingPage()).toBe(to)
  expect(consumePendingPage()).toBeNull()
  vi.unstubAllGlobals()
})

test('a login script that loads after the sign-in records no return path', () => {
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
  saveReferrer()
  enterSite({ deletionCancelled: false })
  saveReferrer()
  expect(replace.mock.calls).toEqual([['/group-buying']])
  expect([...kept]).toEqual([])
  expect(root.dataset).toEqual({ entering: '' })
  vi.unstubAllGlobals()
})

test('the page to return to is stored without its referral code, which stays in the URL of the login page', () => {
  const kept = new Map<string, string>()
  const assign = vi.fn<(path: string) => void>()
  const page = `${here}/pricing?r=AB12&plan=plan-12#pay`
  vi.stubGlobal('location', { origin: here, href: page, search: '?r=AB12&plan=plan-12', assign })
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => kept.set(key, value) })
  goToLogin('/en', 'register')
  expect(assign.mock.calls).toEqual([['/en/register?r=AB12']])
  expect([...kept.values()]).toEqual(['/pricing?plan=plan-12#pay'])
  vi.unstubAllGlobals()
})

// A countdown ended by the clock of the device (hilios/jQuery.countdown#310).
test.each([-400, 0, 400])(
  'the date of erasure is shown for seven days on a device whose clock is %i days off',
  (days) => {
    const day = 86_400_000
    const device = Date.parse('2026-11-30T12:00:00Z')
    const at = device - days * day + 7 * day
    vi.useFakeTimers()
    vi.stubGlobal('localStorage', { getItem: () => `${at} ${-days * day}` })
    vi.setSystemTime(device + 6.9 * day)
    expect(findErasure()).toBe(at)
    vi.setSystemTime(device + 7.1 * day)
    expect(findErasure()).toBeNull()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  },
)

test.each([
  ['nothing', null],
  ['no time', 'x'],
])('no date of erasure is shown if %s is stored', (_what, stored) => {
  vi.stubGlobal('localStorage', { getItem: () => stored })
  expect(findErasure()).toBeNull()
  vi.unstubAllGlobals()
})
