import { afterEach, expect, it, vi } from 'vitest'
import { describeEvent, report } from './report-error.ts'

const origin = 'https://vpn.example'
const ours = (name = 'TypeError', message = 'x is undefined') =>
  Object.assign(new Error(message), { name, stack: `${name}: ${message}\n    at f (${origin}/assets/a.js:1:2)` })
const thrown = (error: unknown) => Object.assign(new Event('error'), { error })
const rejected = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })

afterEach(() => vi.unstubAllGlobals())

it('thrown, rejected and caught errors are described with the page and the stack', () => {
  const said = { message: 'TypeError: x is undefined', stack: 'at f (/assets/a.js:1:2)', place: '/user/:id' }
  const path = '/en/user/42'
  expect(describeEvent(thrown(ours()), origin, path)).toEqual({ kind: 'error', ...said })
  expect(describeEvent(rejected(ours()), origin, path)).toEqual({ kind: 'rejection', ...said })
  const caught = new CustomEvent('caught-error', { detail: ours() })
  expect(describeEvent(caught, origin, path)).toEqual({ kind: 'boundary', ...said })
})

it.each([
  ['a call that the page gave up', rejected(ours('AbortError'))],
  ['an error already shown in a toast', rejected(ours('ApiError'))],
  [
    'an error in a browser extension',
    thrown(Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/x.js:1:1' })),
  ],
  ['an error in a script of another origin', thrown(null)],
  ['a picture that did not load', new Event('error')],
])('an expected or foreign error is not reported: %s', (_what, event) => {
  expect(describeEvent(event, origin, '/')).toBeNull()
})

it('each error is reported once, at most ten per page, without token, cookie or referrer', () => {
  const sent: [string, RequestInit][] = []
  vi.stubGlobal('location', { origin, pathname: '/faq', search: '?token=secret' })
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    sent.push([url, options])
    return Promise.reject(new Error('offline'))
  })
  for (let n = 0; n < 20; n++) {
    report(rejected(ours('TypeError', `number ${String.fromCharCode(97 + n)}`)))
    report(rejected(ours('TypeError', `number ${String.fromCharCode(97 + n)}`)))
  }
  expect(sent).toHaveLength(10)
  const [url, options] = sent[0] ?? []
  expect(url).toBe('/v4/api/system/system_client_error')
  expect(options).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true })
  expect(JSON.stringify(options)).not.toMatch(/secret|authorization/i)
})
