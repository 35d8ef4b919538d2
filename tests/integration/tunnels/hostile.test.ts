import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectOf } from '#server/modules/tunnels/panel-user-name.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { asNative, givePlan, userIdOf } from '#tests/support/native.ts'
import { countRounds } from '#tests/support/race-rounds.ts'
import { openTunnelShop, type TunnelShop } from './panels.setup.ts'
import { openTunnels, type TestNode, type TunnelTest } from './tunnels.setup.ts'

const list = '/api/user/user_tunnel_links'
const add = '/api/user/user_add_tunnel_link'
const rotate = '/api/user/user_rotate_tunnel_link'
const unbind = '/api/user/user_unbind_device'
const phone = { name: 'My phone', os: 'ios' } as const
const raceRounds = countRounds(200, 12)
let names = 0
const addressOf = () => `203.0.${++names >> 8}.${names & 255}`

describe('attacks from outside', () => {
  let test: TunnelTest
  let node: TestNode
  beforeAll(async () => {
    test = await openTunnels()
    node = await test.addNode({ group: 'main' })
  })
  afterAll(() => test.close())
  const customer = async (devices = 3, app: TestApp = test) => {
    const accountName = `hostile.${++names}`
    const { token, uid } = await registerThroughApi(app, accountName)
    await givePlan(test, uid, devices)
    return { accountName, token, uid, userId: await userIdOf(test, uid) }
  }
  const fetchUrl = (url: string, app: TestApp = test, agent = 'v2rayN/7.12') =>
    app.app.inject({ url, headers: { 'user-agent': agent }, remoteAddress: addressOf() })

  it('concurrent links, apps, renewals and removals never exceed the purchased number of devices', async () => {
    for (let round = 0; round < raceRounds; round++) {
      const { accountName, token, userId } = await customer(3)
      const first = (await test.call(add, phone, { token })).data
      const credentials = { accountName, password: 'correct horse 42', agreed: true }
      const login = '/api/user/user_login_username'
      const signIn = (deviceId: string) =>
        test.call(login, credentials, asNative(test, { platform: 'android', deviceId }))
      const adding = Array.from({ length: 6 }, () => test.call(add, phone, { token }))
      const signing = Array.from({ length: 4 }, (_, index) => signIn(`hostile-app-${names}-${index}`))
      const renewing = Array.from({ length: 2 }, () => test.call(rotate, { id: first.id }, { token }))
      const freeing = Array.from({ length: 2 }, () => test.call(unbind, { id: first.id }, { token }))
      const freed = await Promise.all(freeing)
      await Promise.all([...adding, ...signing, ...renewing])
      expect(freed.map(({ status }) => status).toSorted()).toEqual(['NotFound', 'OK'])
      const devices = await test.db.asOwner<{ id: string }>('select id from devices where user_id = $1', [userId])
      expect(devices).toHaveLength(3)
      const links = await test.db.asOwner<{ device_id: string; number: string }>(
        'select device_id, number from tunnel_links where user_id = $1',
        [userId],
      )
      for (const link of links) expect(devices.map(({ id }) => id)).toContain(link.device_id)
      const shown = (await test.call(list, {}, { token })).data.links
      expect(shown).toHaveLength(links.length)
      for (const { url } of shown) expect((await fetchUrl(new URL(url).pathname)).statusCode).toBe(200)
      expect((await fetchUrl(new URL(first.url).pathname)).statusCode).toBe(404)
    }
  })

  it('after concurrent renewals on two servers only the last link works', async () => {
    const other = await createTestApp({ db: test.db, adjust: (config) => ({ ...config, tunnelPullSeconds: 0 }) })
    try {
      const { token } = await customer()
      const { id, url } = (await test.call(add, phone, { token })).data
      const renewed = await Promise.all(
        Array.from({ length: 6 }, (_, index) => (index % 2 ? other : test).call(rotate, { id }, { token })),
      )
      const paths = [url, ...renewed.map(({ data }) => data.url)].map((one) => new URL(one).pathname)
      for (const app of [test, other]) {
        const codes = await Promise.all(paths.map(async (path) => (await fetchUrl(path, app)).statusCode))
        expect(codes.toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404])
      }
    } finally {
      await other.close()
    }
  })

  it('a forged host header does not change the URL of a link', async () => {
    const { token, userId } = await customer()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    const { url } = (await test.call(add, phone, { token, headers })).data
    expect(new URL(url).origin).toBe(test.config.publicOrigin)
    const { data } = await test.call(list, {}, { token, headers })
    expect(data.links.map((link) => link.url)).toEqual([url])
    await test.db.asOwner(`update memberships set expires_at = now() - interval '1 s' where user_id = $1`, [userId])
    const ended = await test.app.inject({
      url: new URL(url).pathname,
      headers: { 'user-agent': 'v2rayN/7', ...headers },
      remoteAddress: addressOf(),
    })
    const text = decodeURIComponent(Buffer.from(ended.body, 'base64').toString())
    expect(text).toContain(new URL(test.config.publicOrigin).host)
    expect(text).not.toContain('evil')
  })

  it('a link token is not logged, however its URL is written', async () => {
    const { token } = await customer()
    const secret = new URL((await test.call(add, phone, { token })).data.url).pathname.slice(3)
    const spellings = [
      '/%73/',
      '/s%2f',
      '/S/',
      '//s/',
      '/./s/',
      '/s//',
      '/x/../s/',
      '/s/x/s/',
      '/en/s/',
      '/%53/',
      '/s%252f',
    ]
    for (const before of spellings) await fetchUrl(`${before}${secret}`)
    await fetchUrl(`/s/${secret}`, test, 'Mozilla/5.0')
    await fetchUrl(`/?next=/s/${secret}`)
    expect(test.lines.filter((line) => line.includes(secret))).toEqual([])
  })

  it('a stolen node of one group can neither lock out nor see users of another group', async () => {
    const stolen = await test.addNode({ group: 'stolen' })
    const { number } = await test.member()
    const addresses = Array.from({ length: 32 }, (_, index) => `198.51.100.${index}`)
    await test.ask(stolen, 'POST', 'alive', { payload: { [number]: addresses } })
    expect((await test.ask(node, 'GET', 'alivelist')).json()).toEqual({ alive: {} })
    await test.ask(node, 'POST', 'alive', { payload: { [number]: ['192.0.2.1'] } })
    expect((await test.ask(node, 'GET', 'alivelist')).json()).toEqual({ alive: { [number]: 1 } })
    expect((await test.ask(stolen, 'GET', 'alivelist')).json()).toEqual({ alive: { [number]: 32 } })
    // A node's reports about links that it never served are refused.
    const trials = await test.addNode({ group: 'stolen-trials', serves: 'trial' })
    expect((await test.ask(trials, 'POST', 'alive', { payload: { [number]: addresses } })).statusCode).toBe(413)
    expect((await test.ask(trials, 'GET', 'alivelist')).json()).toEqual({ alive: {} })
  })

  it('a node reporting false traffic closes neither a link nor the account', async () => {
    const { token, userId } = await customer()
    const { url } = (await test.call(add, phone, { token })).data
    await test.db.asOwner(
      `insert into tunnel_usage (user_id, day, up, down)
       select $1, date_trunc('month', now() at time zone 'UTC')::date + n, 9e15, 9e15 from generate_series(0, 3) n`,
      [userId],
    )
    const answer = await fetchUrl(new URL(url).pathname)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['subscription-userinfo']).toMatch(/^upload=9000000000000000; download=9000000000000000;/)
    expect((await test.call(list, {}, { token })).status).toBe('OK')
  })
})

describe('attacks through a panel', () => {
  let shop: TunnelShop
  let app: TestApp
  beforeAll(async () => {
    shop = await openTunnelShop()
    app = await createTestApp({ db: shop.db })
    await shop.set('wave', 'remnawave', ['paid'])
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
  })
  const customer = async () => {
    const { token, uid } = await registerThroughApi(app, `hostile.panel.${++names}`)
    const userId = await userIdOf(app, uid)
    await shop.buy({ userId, uid, subject: subjectOf(shop.deps.digest, userId) })
    await shop.settle('wave')
    return new URL((await app.call(add, phone, { token })).data.url).pathname
  }
  const fetchUrl = (url: string, agent: string) =>
    app.app.inject({ url, headers: { 'user-agent': agent, 'x-hwid': 'a-device' }, remoteAddress: addressOf() })

  it('a customer whose app the panel rejects does not pause the panel for others', async () => {
    const [hostile, other] = [await customer(), await customer()]
    const { remnawave } = shop.panels
    const answers = [403, 401, 451, 302, 404]
    let round = 0
    remnawave.document = (asked, reply) =>
      asked['user-agent'] === 'refused/1'
        ? reply
            .code(answers[round++ % answers.length] as number)
            .header('location', '/x')
            .send('')
        : reply.type('text/plain').send('trojan://a@b:443#x')
    for (let times = 0; times < 15; times++) expect((await fetchUrl(hostile, 'refused/1')).statusCode).toBe(503)
    expect(round).toBe(15)
    expect((await fetchUrl(other, 'v2rayNG/1.10')).statusCode).toBe(200)
    remnawave.document = null
  })

  it("content from a panel cannot run scripts under the shop's domain", async () => {
    const url = await customer()
    shop.panels.remnawave.document = (_asked, reply) =>
      reply.type('image/svg+xml').send('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const { statusCode, headers } = await fetchUrl(`${url}?format=list`, 'Mozilla/5.0')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    shop.panels.remnawave.document = null
  })
})
