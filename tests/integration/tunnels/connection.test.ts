import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerAddressBook } from '#server/modules/tunnels/server-addresses.ts'
import type { Resolved } from '#server/platform/resolve-name.ts'
import { registerThroughApi, createTestApp } from '#tests/support/app.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, type TunnelTest } from './tunnels.setup.ts'

/** Simulated DNS answers by host name. A missing host name does not exist. */
const names = new Map<string, Resolved | Promise<Resolved>>()
const asked: string[] = []
const resolve = async (name: string): Promise<Resolved> => {
  asked.push(name)
  return names.get(name) ?? { addresses: [], isSure: true }
}
const sure = (...addresses: string[]): Resolved => ({ addresses, isSure: true })
const failed: Resolved = { addresses: [], isSure: false }

let test: TunnelTest
beforeAll(async () => {
  names.set('paris.example.org', sure('203.0.113.20', '2001:db8:20::1'))
  test = await openTunnels({ EXIT_NETWORKS: '198.51.100.0/28' }, 0, resolve)
  const add = async (
    host: string,
    more: { networks?: string[]; country: string; cityEn?: string; cityZh?: string },
  ) => {
    const node = await test.addNode({ host, ...more })
    const [address = '127.0.0.1'] = more.networks ?? []
    expect((await test.ask(node, 'POST', 'status', { payload: { cpu: 1 }, address })).statusCode).toBe(200)
  }
  await add('203.0.113.9', { country: 'JP', cityEn: 'Tokyo', cityZh: '东京' })
  await add('2001:db8:9::1', { country: 'DE' })
  await add('PARIS.example.org', { country: 'FR', cityEn: 'Paris', cityZh: '巴黎', networks: ['203.0.113.21'] })
  await add('gone.example.org', { country: 'BR' })
})
afterAll(() => test.close())

const path = '/api/system/system_connection'
const check = async (address: string, headers: Record<string, string> = {}) =>
  (await test.call(path, {}, { address, headers })).data
const tokyo = { country: 'JP', city: { en: 'Tokyo', 'zh-CN': '东京' } }
const paris = { country: 'FR', city: { en: 'Paris', 'zh-CN': '巴黎' } }

describe('connection check', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', tokyo],
    ['::ffff:203.0.113.9', '203.0.113.9', tokyo],
    ['2001:db8:9:0:0:0:0:1', '2001:db8:9::1', { country: 'DE', city: null }],
    ['203.0.113.20', '203.0.113.20', paris],
    ['2001:db8:20::1', '2001:db8:20::1', paris],
    ['203.0.113.21', '203.0.113.21', paris],
    ['198.51.100.7', '198.51.100.7', null],
  ])('recognises that a call from %s came through a VPN server', async (caller, address, place) => {
    expect(await check(caller)).toEqual({ state: 'ours', address, place })
  })

  it.each(['192.0.2.44', '2001:db8:9::2', '198.51.100.16'])(
    'does not treat a call from %s as coming through a VPN server, although one host name does not exist, and guesses no country',
    async (address) => {
      expect(await check(address)).toEqual({ state: 'other', address, place: null })
    },
  )

  it('an IP address that the caller makes up in a header is ignored', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
    }
    expect(await check('192.0.2.45', headers)).toEqual({ state: 'other', address: '192.0.2.45', place: null })
  })

  it('behind a trusted proxy the forwarded IP address is used, and not one that the caller put before it', async () => {
    const behind = await createTestApp({ db: test.db, env: { TRUST_PROXY: 'on' }, resolveName: resolve })
    const through = async (forwarded: string) =>
      (await behind.call(path, {}, { address: '10.0.0.2', headers: { 'x-forwarded-for': forwarded } })).data
    expect(await through('203.0.113.9')).toMatchObject({ state: 'ours', place: tokyo })
    expect(await through('2001:db8:9::1')).toMatchObject({ state: 'ours', address: '2001:db8:9::1' })
    expect(await through('203.0.113.9, 192.0.2.46')).toEqual({ state: 'other', address: '192.0.2.46', place: null })
    expect(await through('_hidden')).toMatchObject({ state: 'unknown', address: null })
    await behind.close()
  })

  it('a local IP address proves nothing, because it belongs to a proxy that is not configured as trusted', async () => {
    expect(await check('10.0.0.2', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ state: 'local', place: null })
  })

  it('the answer is not cached, and neither the database nor the log keeps an IP address', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/v4/test${path}`,
      headers: { platform: 'web', deviceid: 'web' },
      payload: {},
      remoteAddress: '192.0.2.99',
    })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body).toContain('192.0.2.99')
    expect(test.lines.join()).not.toContain('192.0.2.99')
    const counters = await test.db.asOwner(`select 1 from limit_counters where rule like '%connection%'`)
    expect(counters).toEqual([])
  })

  it('a network gets thirty checks in a row before it is refused; the IP address of a VPN server has room for many people', async () => {
    const codes = async (address: string, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => test.call(path, {}, { address })))
      return answers.map(({ code }) => code)
    }
    const stranger = await codes('192.0.2.50', 31)
    expect([stranger.filter((code) => code === 200).length, stranger.at(-1)]).toEqual([30, 429])
    expect(new Set(await codes('203.0.113.9', 100))).toEqual(new Set([200]))
  })

  it('each API server looks the host names of nodes up once, however many people check their connection', () => {
    expect(asked.filter((name) => name === 'paris.example.org').length).toBeLessThanOrEqual(2)
    // Each of the started servers looks up each name only once.
    expect(asked.every((name) => ['paris.example.org', 'gone.example.org'].includes(name))).toBe(true)
  })

  it('signed-in people get the same answer', async () => {
    const { token } = await registerThroughApi(test, 'connection.check')
    expect((await test.call(path, {}, { token, address: '203.0.113.9' })).data).toMatchObject({ state: 'ours' })
  })
})

it('a shop without nodes and exits offers no check, and says nothing about the caller', async () => {
  const shop = await createTestApp()
  expect((await shop.call(path, {}, { address: '192.0.2.60' })).data).toEqual({
    state: 'off',
    address: null,
    place: null,
  })
  await shop.close()
})

describe('IP addresses of nodes', () => {
  let now = 0
  const book = (resolver = resolve) => new ServerAddressBook(test.db.database, resolver, () => now)
  const minute = 60_000

  it('a host name that moves to another IP address is followed within five minutes, by a lookup that nobody waits for', async () => {
    const addresses = book()
    names.set('paris.example.org', sure('203.0.113.30'))
    const isKnown = async (address: string) => (await addresses.read())?.places.has(address)
    expect(await isKnown('203.0.113.30')).toBe(true)
    names.set('paris.example.org', sure('203.0.113.31'))
    now += 4 * minute
    expect(await isKnown('203.0.113.31')).toBe(false)
    now += minute
    await isKnown('203.0.113.31')
    await expect.poll(() => isKnown('203.0.113.31')).toBe(true)
    expect(await isKnown('203.0.113.30')).toBe(false)
  })

  it('while DNS lookups fail, IP addresses found within the last hour are used, and the list is marked as incomplete', async () => {
    const addresses = book()
    names.set('paris.example.org', sure('203.0.113.30'))
    expect(await addresses.read()).toMatchObject({ isComplete: true })
    names.set('paris.example.org', failed)
    now += 5 * minute
    await addresses.read()
    await expect.poll(async () => (await addresses.read())?.isComplete).toBe(false)
    expect((await addresses.read())?.places.has('203.0.113.30')).toBe(true)
    for (let passed = 0; passed < 61; passed++) {
      now += minute
      await addresses.read()
      await sleep(1)
    }
    await expect.poll(async () => (await addresses.read())?.places.has('203.0.113.30')).toBe(false)
    names.set('paris.example.org', sure('203.0.113.30'))
    now += minute
    await addresses.read()
    await expect.poll(async () => (await addresses.read())?.isComplete).toBe(true)
  })

  it('a name server that does not answer delays only the first checks, by two seconds at most', async () => {
    const addresses = book(() => new Promise(() => {}))
    const before = performance.now()
    const all = await Promise.all(Array.from({ length: 20 }, () => addresses.read()))
    expect(performance.now() - before).toBeLessThan(4_000)
    expect(all.every((known) => known?.isComplete === false && known.places.has('203.0.113.9'))).toBe(true)
  })

  it('a node that is switched off is forgotten', async () => {
    const node = await test.addNode({ host: '203.0.113.70' })
    expect((await book().read())?.places.has('203.0.113.70')).toBe(true)
    await perform(test.db.database, 'nodes.disable', { node: node.name, reason: 'x' }, { config: test.config })
    expect((await book().read())?.places.has('203.0.113.70')).toBe(false)
  })
})
