import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { solveWork } from '#shared/solve-work.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { codeOf, OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let shop: TestApp
let desk: OperatorDesk
let ann: Person
beforeAll(async () => {
  shop = await createTestApp()
  desk = await OperatorDesk.open(shop.db, shop.config)
  ann = await desk.firstOwner()
})
beforeEach(() => shop.db.asOwner('delete from limit_counters'))
afterAll(async () => {
  await desk.close()
  await shop.close()
})
const open = () => new ConsoleBrowser(shop.app, shop.config.publicOrigin)
const proofOf = async (person: Person) => ({
  name: person.name,
  secret: person.secret,
  code: await desk.code(person),
})
const signedIn = async (person = ann) => {
  const browser = open()
  expect((await browser.signIn(await proofOf(person))).http).toBe(200)
  return browser
}
const pass = (interval: string) =>
  shop.db.asOwner(
    'update operator_sessions set started_at = started_at - $1::interval, seen_at = seen_at - $1::interval, factor_at = factor_at - $1::interval',
    [interval],
  )

describe('console sign-in', () => {
  it('signing in sets a cookie that is HttpOnly and SameSite=Strict', async () => {
    const browser = open()
    const { http, data, cookies } = await browser.signIn(await proofOf(ann))
    expect(http).toBe(200)
    expect(data).toMatchObject({ name: 'ann', role: 'owner', environment: 'TEST' })
    expect(new Date(data.factorUntil ?? 0).getTime()).toBeGreaterThan(Date.now())
    expect(cookies).toEqual([
      expect.stringMatching(/^wop=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ])
    expect((await browser.ask('GET', '/me')).http).toBe(200)
  })

  it('the cookie is Secure and bound to the host over https', async () => {
    const secure = await createTestApp({ db: shop.db, env: { PUBLIC_ORIGIN: 'https://vpn.example' } })
    const browser = new ConsoleBrowser(secure.app, 'https://vpn.example')
    const { cookies } = await browser.signIn(await proofOf(ann))
    expect(cookies).toEqual([expect.stringMatching(/^__Host-wop=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; /)])
    expect((await browser.ask('GET', '/me')).http).toBe(200)
    await secure.app.close()
  })

  it('a wrong name, password or code gets the same refusal, and a code is accepted once', async () => {
    const proof = await proofOf(ann)
    for (const wrong of [
      { ...proof, name: 'nobody-here' },
      { ...proof, secret: `${proof.secret}x` },
      { ...proof, code: proof.code === '000000' ? '000001' : '000000' },
    ])
      expect(await open().signIn(wrong)).toMatchObject({
        http: 401,
        data: { status: 'WrongOperatorSignIn' },
        cookies: [],
      })
    expect((await open().signIn(proof)).http).toBe(200)
    expect((await open().signIn(proof)).data.status).toBe('WrongOperatorSignIn')
  })

  it("signing in again ends the browser's previous session", async () => {
    const browser = await signedIn()
    const before = browser.cookie
    await browser.signIn(await proofOf(ann))
    const thief = open()
    thief.cookie = before
    expect((await thief.ask('GET', '/me')).data).toBeNull()
    expect((await thief.read('plans.list')).data.status).toBe('NotSignedIn')
  })

  it('signing out invalidates the cookie', async () => {
    const browser = await signedIn()
    const kept = browser.cookie
    const { http, cookies } = await browser.ask('POST', '/sign-out', {})
    expect([http, cookies[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
    browser.cookie = kept
    expect((await browser.ask('GET', '/me')).data).toBeNull()
    expect((await browser.read('plans.list')).http).toBe(401)
  })

  it.each(['31 minutes', '13 hours'])('a session has ended %s after its last use', async (interval) => {
    const browser = await signedIn()
    await pass(interval)
    expect((await browser.ask('GET', '/me')).data).toBeNull()
    expect((await browser.read('plans.list')).data).toMatchObject({ status: 'NotSignedIn' })
  })

  it('polling requests do not keep a session alive', async () => {
    const browser = await signedIn()
    const ask = (headers = {}) => browser.act('plans.list', { input: {}, mode: 'read' }, { headers })
    await pass('20 minutes')
    expect((await ask({ 'x-poll': '1' })).http).toBe(200)
    await pass('11 minutes')
    expect((await ask({ 'x-poll': '1' })).http).toBe(401)
    expect((await ask()).http).toBe(401)
  })

  it('error messages are in the language of the page', async () => {
    const said = await Promise.all(
      ['en', 'zh_CN'].map((language) =>
        open().act('plans.list', { input: {}, mode: 'read' }, { headers: { language } }),
      ),
    )
    expect(said.map(({ data }) => data.message)).toEqual(['Please sign in', '请先登录'])
  })
})

describe('separate console host', () => {
  it('the console host serves only the console, and the shop host serves none of it', async () => {
    const own = await createTestApp({
      db: shop.db,
      env: { PUBLIC_ORIGIN: 'https://vpn.example', CONSOLE_ORIGIN: 'https://desk.example' },
    })
    const at = (host: string) => ({ headers: { host } })
    const browser = new ConsoleBrowser(own.app, 'https://desk.example')
    const proof = await proofOf(ann)
    expect((await browser.ask('POST', '/sign-in', proof, at('vpn.example'))).http).toBe(404)
    expect((await browser.ask('GET', '/me', undefined, at('vpn.example'))).http).toBe(404)
    for (const path of ['/%63onsole/api/me', '/consol%65/api/me', '/%63onsole/api/sign-in']) {
      const method = path.endsWith('/me') ? 'GET' : 'POST'
      const headers = { host: 'vpn.example', origin: 'https://desk.example' }
      const said = await own.app.inject({ method, url: path, headers, ...(method === 'POST' && { payload: proof }) })
      expect([path, said.statusCode]).toEqual([path, 404])
    }
    const ofShop = new ConsoleBrowser(own.app, 'https://vpn.example')
    expect((await ofShop.ask('POST', '/sign-in', proof, at('desk.example'))).data.status).toBe('ForeignOrigin')
    const { cookies } = await browser.ask('POST', '/sign-in', proof, at('desk.example'))
    expect(cookies).toEqual([expect.stringMatching(/^__Host-wop=/)])
    expect((await browser.ask('GET', '/me', undefined, at('desk.example'))).data).toMatchObject({ name: 'ann' })
    const call = { method: 'POST', url: '/v4/test/api/system/system_status', payload: {} } as const
    expect((await own.app.inject({ ...call, ...at('desk.example') })).statusCode).toBe(404)
    expect((await own.app.inject({ ...call, ...at('vpn.example') })).statusCode).not.toBe(404)
    expect((await own.app.inject({ method: 'GET', url: '/healthz', ...at('desk.example') })).statusCode).toBe(200)
    await own.app.close()
  })
})

describe('unauthenticated visitors', () => {
  /** Fills a counter to its limit without real attempts. */
  const fill = (rule: string, hits: number) =>
    shop.db.asOwner(
      `update limit_counters set hits = array_fill(now(), array[$2::int]), expires_at = now() + interval '1 hour' where rule = $1`,
      [rule, hits],
    )
  const wrong = { name: 'ann', secret: 'a wrong secret of theirs', code: '000000' }

  it('ten failed sign-ins from one network require a proof of work there and nowhere else', async () => {
    for (let round = 0; round < 10; round++)
      expect((await open().signIn(wrong, { address: '198.51.100.7' })).http).toBe(401)
    const refused = await open().signIn(await proofOf(ann), { address: '198.51.100.7' })
    expect(refused).toMatchObject({
      http: 429,
      data: { status: 'TooManyRequests', retryAfterSeconds: expect.any(Number) as number },
    })
    const work = await solveWork(refused.data.work!)
    const worked = { address: '198.51.100.7', headers: { work } }
    expect((await open().signIn(await proofOf(ann), worked)).http).toBe(200)
    expect((await open().signIn(await proofOf(ann), worked)).http).toBe(429)
    expect((await open().signIn(await proofOf(ann), { address: '198.51.100.8' })).http).toBe(200)
    expect(await desk.signIn(ann)).toContain('You are signed in as ann.')
  })

  it('400 failed sign-ins for a name, more than each limit, are limited and do not lock out its operator', async () => {
    const sue = (await desk.hire('sue', 'support')).person
    const known = await signedIn(sue)
    let looked = 0
    expect(limits['console-bound'].max).toBeLessThan(400)
    for (let round = 0; round < 400; round++) {
      const { http } = await open().signIn({ ...wrong, name: 'sue' }, { address: `20.${round % 100}.113.7` })
      if (http === 401) looked += 1
    }
    expect(looked).toBe(limits['console-strangers'].max)
    expect((await known.signIn(await proofOf(sue), { address: '20.1.113.7' })).http).toBe(200)
    const elsewhere = { address: '192.0.2.1' }
    const refused = await open().signIn(await proofOf(sue), elsewhere)
    expect(refused.http).toBe(429)
    const headers = { work: await solveWork(refused.data.work!) }
    expect((await open().signIn(await proofOf(sue), { ...elsewhere, headers })).http).toBe(200)
    await fill('console-bound', limits['console-bound'].max)
    expect((await open().signIn(await proofOf(sue), elsewhere)).data).toMatchObject({ status: 'TooManyRequests' })
    expect((await open().signIn(await proofOf(sue), elsewhere)).data.work).toBeUndefined()
    expect((await known.signIn(await proofOf(sue), elsewhere)).http).toBe(200)
    expect(await desk.signIn(sue)).toContain('You are signed in as sue.')
  })

  it('a shared VPN exit with failed sign-ins does not lock out others, with passwords or passkeys', async () => {
    const exit = await createTestApp({ db: shop.db, env: { EXIT_NETWORKS: '100.64.0.0/16' } })
    const here = { address: '100.64.0.9' }
    const browser = () => new ConsoleBrowser(exit.app, exit.config.publicOrigin)
    const answers: number[] = []
    for (let round = 0; round < 110; round++)
      answers.push((await browser().signIn({ ...wrong, name: `invented-${round}` }, here)).http)
    expect(answers.filter((http) => http === 401)).toHaveLength(limits['console-network'].max * 10)
    // Networks around a VPN exit also belong to other customers and are not counted.
    expect((await browser().signIn(await proofOf(ann), { address: '100.64.0.10' })).http).toBe(200)
    const refused = await browser().signIn(await proofOf(ann), here)
    const headers = { work: await solveWork(refused.data.work!) }
    expect((await browser().signIn(await proofOf(ann), { ...here, headers })).http).toBe(200)
    expect((await browser().ask('POST', '/passkey', {}, here)).http).toBe(200)
    await fill('console-passkey-network', limits['console-passkey-network'].max * 10)
    const asked = await browser().ask('POST', '/passkey', {}, here)
    expect(asked.http).toBe(429)
    const answer = { work: await solveWork(asked.data.work!) }
    expect((await browser().ask('POST', '/passkey', {}, { ...here, headers: answer })).http).toBe(200)
    await exit.app.close()
  })

  it('only a browser that signed in gets a known-device cookie, limited to the console', async () => {
    const browser = open()
    const { marks } = await browser.signIn(await proofOf(ann))
    expect(marks).toEqual([
      expect.stringMatching(
        /^known_device=[\w-]{22}[.][\w~-]+; Path=\/console\/api; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect((await open().signIn(wrong)).marks).toEqual([])
  })

  it("failed sign-ins of one wider network use up only that network's attempts", async () => {
    // Each attempt uses another name, because names have a limit too.
    let tries = 0
    const someone = () => ({ ...wrong, name: `someone ${tries++}` })
    const said = async (address: string) => (await open().signIn(someone(), { address })).http
    for (let host = 1; host <= 30; host++) expect(await said(`203.0.113.${host}`)).toBe(401)
    expect([await said('203.0.113.200'), await said('203.0.112.200')]).toEqual([429, 401])
    for (let home = 1; home <= 120; home++) await said(`2001:db8:7:${home}::1`)
    expect([await said('2001:db8:7:ffff::1'), await said('2001:db8:8:1::1')]).toEqual([429, 401])
  })

  it('passwords are hashed in a queue per network, and an attempt that could not be checked does not count', async () => {
    const lanes: string[] = []
    const hashing = vi.spyOn(FairQueue.prototype, 'run').mockImplementation(async (lane) => {
      lanes.push(lane)
      throw new AppError('Unavailable')
    })
    for (let round = 0; round < 12; round++)
      expect((await open().signIn(wrong, { address: '198.51.100.9' })).http).toBe(503)
    await open().signIn(wrong, { address: '2001:db8:1:2:3::4' })
    hashing.mockRestore()
    expect([...new Set(lanes)]).toEqual(['console 198.51.100.9', 'console 2001:db8:1:2::/64'])
    expect((await open().signIn(await proofOf(ann), { address: '198.51.100.9' })).http).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a page of another site', { 'sec-fetch-site': 'same-site' }],
    ['a form, which sets no header', { 'x-csrf': '' }],
    ['no origin', { origin: '' }],
  ])('a request from %s in a signed-in browser is refused', async (_, headers) => {
    const browser = await signedIn()
    for (const [path, body] of [
      ['/actions/limits.show', { input: {}, mode: 'read' }],
      ['/sign-out', {}],
      ['/sign-in', await proofOf(ann)],
    ] as const)
      expect(await browser.ask('POST', path, body, { headers })).toMatchObject({
        http: 403,
        data: { status: 'ForeignOrigin' },
        cookies: [],
      })
    expect((await browser.ask('GET', '/me')).http).toBe(200)
  })

  it("a customer's token gives no access to the console", async () => {
    const browser = open()
    for (const headers of [{ pragma: 'x'.repeat(43) }, { cookie: `wop=${'x'.repeat(43)}` }, { cookie: 'wop=' }])
      expect(
        (await browser.ask('POST', '/actions/people.find', { input: { query: '1' }, mode: 'read' }, { headers })).http,
      ).toBe(401)
  })

  it('the body of an unauthenticated request is not read', async () => {
    const { http } = await open().ask('POST', '/actions/people.find', 'x'.repeat(1000), {
      headers: { 'content-type': 'application/json' },
    })
    expect(http).toBe(401)
  })
})

describe('fresh code', () => {
  it('a right code is accepted after a wrong one', async () => {
    const browser = await signedIn()
    await pass('6 minutes')
    expect((await browser.ask('POST', '/factor', { code: '000000' })).data.status).toBe('WrongOperatorCode')
    await desk.code(ann)
    expect((await browser.ask('POST', '/factor', { code: codeOf(ann.totpSecret) })).http).toBe(200)
  })
})
