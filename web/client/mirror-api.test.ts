import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reachPath, type MirrorApi } from '#shared/mirror.ts'
import { openHostList, orderHosts } from '#web/client/mirror-api.ts'
import { fakeBrowser, forgetMocks } from './fake-browser.test-support.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const base64 = (bytes: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const keys = await makeKeys()
const key = base64(await crypto.subtle.exportKey('spki', keys.publicKey))
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function signed(list: unknown, by: CryptoKey = keys.privateKey) {
  const bytes = new TextEncoder().encode(JSON.stringify(list))
  return { payload: base64(bytes), signature: base64(await crypto.subtle.sign(algorithm, by, bytes)) }
}

describe('signed host list', () => {
  const list = { version: 5, hosts: ['https://a.example'], expiresAt: tomorrow() }

  it('a host list is accepted if signed, not older and not expired', async () => {
    expect(await openHostList(await signed(list), key, 4)).toEqual(list)
    expect(await openHostList(await signed(list), key, 5)).toEqual(list)
  })

  it.each([
    ['older', { ...list, version: 3 }],
    ['stale', { ...list, expiresAt: '2025-01-01T00:00:00Z' }],
    ['empty', { ...list, hosts: [] }],
    ['a list with a host that is no origin', { ...list, hosts: ['https://a.example/path'] }],
    ['a list with a host without TLS', { ...list, hosts: ['https://a.example', 'http://b.example'] }],
    ['a list with a script URL as host', { ...list, hosts: ['javascript:alert(1)'] }],
    ['not a host list', 'hello'],
  ])('a host list is refused when it is %s', async (_, wrong) => {
    expect(await openHostList(await signed(wrong), key, 4)).toBeNull()
  })

  it('a host list with another signature or content is refused', async () => {
    const stranger = (await makeKeys()).privateKey
    expect(await openHostList(await signed(list, stranger), key, 4)).toBeNull()
    const { signature } = await signed(list)
    const { payload } = await signed({ ...list, hosts: ['https://evil.example'] })
    expect(await openHostList({ payload, signature }, key, 4)).toBeNull()
  })
})

it('the last working host is tried first, and blocked hosts last until their hour is over', () => {
  const hosts = ['a', 'b', 'c']
  expect(orderHosts(hosts, {}, 100)).toEqual(['a', 'b', 'c'])
  expect(orderHosts(hosts, { good: 'c', blocked: { a: 200 } }, 100)).toEqual(['c', 'b', 'a'])
  expect(orderHosts(hosts, { good: 'c', blocked: { a: 200 } }, 300)).toEqual(['c', 'a', 'b'])
})

describe('host search', () => {
  const first = 'https://first.example/m.json'
  const second = 'https://second.example/m.json'
  const page: MirrorApi = { hosts: ['https://own.example'], manifestUrls: [first, second], manifestKey: key }
  const list = { version: 5, hosts: ['https://listed.example'], expiresAt: tomorrow() }
  let browser: Awaited<ReturnType<typeof fakeBrowser>>
  let mirror: typeof import('#web/client/mirror-api.ts')
  beforeEach(async () => {
    vi.resetModules()
    browser = await fakeBrowser()
    mirror = await import('#web/client/mirror-api.ts')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    forgetMocks()
  })
  const remember = (memory: object) => browser.localStorage.setItem('mirror', JSON.stringify(memory))
  const memory = () =>
    JSON.parse(browser.localStorage.getItem('mirror') ?? '{}') as { list?: object; refreshedAt?: number }
  const serve = (answers: Record<string, unknown>) =>
    browser.fetch.mockImplementation((url) => Promise.resolve(Response.json(answers[url] ?? {})))
  const asked = () => browser.fetch.mock.calls.map(([url]) => url)

  it('a stored list is used until it expires', async () => {
    serve({})
    remember({ list })
    expect(await mirror.findHost(page, '/v4')).toBe('https://listed.example')
    expect(asked()[0]).toBe(`https://listed.example/v4${reachPath}`)
  })

  it('an expired stored list is ignored', async () => {
    serve({})
    remember({ list: { ...list, expiresAt: '2026-01-01T00:00:00Z' }, good: 'https://listed.example' })
    expect(await mirror.findHost(page, '/v4')).toBe('https://own.example')
    expect(asked()).not.toContain(`https://listed.example/v4${reachPath}`)
  })

  it('a stored list with a host without TLS is ignored', async () => {
    serve({})
    remember({ list: { ...list, hosts: ['http://listed.example'] } })
    expect(await mirror.findHost(page, '/v4')).toBe('https://own.example')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['another signature', async () => signed({ ...list, version: 7 }, (await makeKeys()).privateKey)],
    ['an older list', () => signed({ ...list, version: 4 })],
    ['a list that has expired', () => signed({ ...list, version: 7, expiresAt: '2026-01-01T00:00:00Z' })],
    ['rubbish', () => Promise.resolve({ hello: 'there' })],
  ])('the next source is asked when the first one serves %s', async (_, wrong) => {
    const newer = { ...list, version: 6, hosts: ['https://newer.example'] }
    serve({ [first]: await wrong(), [second]: await signed(newer) })
    remember({ list })
    await mirror.refreshList(page)
    expect(asked()).toEqual(page.manifestUrls)
    expect(memory().list).toEqual(newer)
  })

  it('a refresh without any list is retried soon', async () => {
    serve({})
    remember({ list })
    await mirror.refreshList(page)
    expect(memory()).toEqual({ list })
    await mirror.refreshList(page)
    expect(asked()).toHaveLength(4)
  })

  it('a refresh stops at the first source with the known version and is not repeated that day', async () => {
    serve({ [first]: await signed(list) })
    remember({ list })
    await mirror.refreshList(page)
    await mirror.refreshList(page)
    expect(asked()).toEqual([first])
  })

  it('a refresh date in the future is ignored', async () => {
    serve({ [first]: await signed(list) })
    remember({ list, refreshedAt: Date.now() + 365 * 86_400_000 })
    await mirror.refreshList(page)
    expect(asked()).toEqual([first])
  })
})
