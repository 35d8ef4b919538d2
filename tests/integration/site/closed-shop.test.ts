import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepShopDoors } from '#server/workflows/catalog/shop-access.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createPassCookie, createShopPasses } from '#server/modules/operators/shop-pass.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'
import { perform } from '#tests/support/operator-acts.ts'

const origin = 'https://vpn.example'
const hour = 3_600_000
let shop: TestApp
let desk: OperatorDesk
let ann: Person
let cleo: Person
const passes = () => createShopPasses(shop.db.database, createKeyedDigest(shop.config.secretKey))
beforeAll(async () => {
  shop = await createTestApp({
    env: { PUBLIC_ORIGIN: origin },
    adjust: (config) => ({ ...config, environment: 'PROD' }),
    doors: ({ environment }, database) => keepShopDoors(database, environment, 0),
  })
  desk = await OperatorDesk.open(shop.db, shop.config)
  ann = await desk.firstOwner()
  cleo = (await desk.hire('cleo', 'viewer')).person
})
beforeEach(() => shop.db.asOwner('delete from limit_counters'))
afterAll(async () => {
  await desk.close()
  await shop.close()
})

const set = (open: boolean | null) =>
  shop.db.asOwner(
    open === null
      ? `delete from settings where key = 'isOpen'`
      : `insert into settings (key, value) values ('isOpen', '${open}') on conflict (key) do update set value = excluded.value`,
  )
const publish = (demo: boolean) =>
  shop.db.asOwner(
    `insert into content_texts (id, kind, slug, language, version, title, details, markdown, html, published_on, operator, demo)
     select gen_random_uuid(), 'clause', slug, language, 1, slug, '{}', 'x', 'x', current_date, 'ann', $1
     from unnest(array['terms-of-service', 'privacy-policy']) slug, unnest(array['en', 'zh-CN']) language`,
    [demo],
  )
const signIn = async (person: Person) => {
  const browser = new ConsoleBrowser(shop.app, origin)
  const { name, secret } = person
  expect((await browser.signIn({ name, secret, code: await desk.code(person) })).http).toBe(200)
  return browser
}
const tokenOf = ({ cookie }: ConsoleBrowser) => cookie.slice(cookie.indexOf('=') + 1)
/** Cookie header of a browser in which a signed-in operator followed the console's link to the closed shop. */
const headersOf = (pass: string) => ({ cookie: createPassCookie(origin).set(pass).split(';', 1)[0]! })
const passOf = (browser: ConsoleBrowser) => {
  const pass = passes().cookieFor(passes().linkFor(tokenOf(browser), 'look'))
  if (pass === null) throw new Error('a fresh link gives no pass')
  return pass
}
let named = 0
const signUp = async (headers: Record<string, string> = {}) =>
  (
    await shop.call(
      '/api/user/user_register_username',
      { accountName: `new.person.${named++}`, password: 'correct horse 42', agreed: true },
      { headers },
    )
  ).status

describe('closed shop', () => {
  beforeEach(async () => {
    await shop.db.asOwner('delete from content_texts')
    await publish(false)
    await set(null)
  })

  it('a production shop that nobody opened refuses strangers, and serves its members', async () => {
    expect(await signUp()).toBe('ShopClosed')
    await set(true)
    const { token } = await registerThroughApi(shop, 'member.one')
    await set(false)
    const login = { accountName: 'member.one', password: 'correct horse 42', agreed: true } as const
    expect((await shop.call('/api/user/user_login_username', login)).status).toBe('OK')
    expect(await shop.call('/api/system/system_redeem_code', { code: 'ABCDEFGHJKLM' }, { token })).toMatchObject({
      http: 403,
      status: 'ShopClosed',
      msg: 'We are not open right now. Please come back later.',
    })
    expect((await shop.call('/api/user/user_tunnel_links', {}, { token })).status).toBe('OK')
    expect((await shop.call('/api/system/system_user_info', {}, { token })).status).toBe('OK')
  })

  it('health checks, webhooks, nodes, subscription links and the console answer as in an open shop', async () => {
    const asked = [
      { method: 'GET', url: '/healthz' },
      { method: 'POST', url: '/webhooks/alipay' },
      { method: 'GET', url: '/api/v1/server/UniProxy/user?token=x&node_id=1&node_type=vless' },
      { method: 'GET', url: `/s/${'a'.repeat(32)}` },
      { method: 'GET', url: '/console/api/me' },
    ] as const
    const answers = async () => Promise.all(asked.map(async (request) => (await shop.app.inject(request)).statusCode))
    const closed = await answers()
    await set(true)
    expect(await answers()).toEqual(closed)
    expect(closed).toEqual([200, 400, 403, 404, 200])
  })

  it('a signed-in operator with a preview pass can sign up and buy, and only until signing out', async () => {
    const browser = await signIn(ann)
    const headers = headersOf(passOf(browser))
    expect(await signUp(headers)).toBe('OK')
    await browser.ask('POST', '/sign-out', {})
    expect(await signUp(headers)).toBe('ShopClosed')
  })

  it('a preview pass ends when its operator is disabled or idle', async () => {
    const headers = headersOf(passOf(await signIn(cleo)))
    expect(await signUp(headers)).toBe('OK')
    await shop.db.asOwner(`update operators set disabled_at = now() where name = 'cleo'`)
    expect(await signUp(headers)).toBe('ShopClosed')
    await shop.db.asOwner(`update operators set disabled_at = null where name = 'cleo'`)
    await shop.db.asOwner(`update operator_sessions set seen_at = now() - interval '31 minutes'`)
    expect(await signUp(headers)).toBe('ShopClosed')
  })

  it('a forged, moved, expired or misused preview pass opens nothing', async () => {
    const [own, other] = [await signIn(ann), await signIn(cleo)]
    const pass = passOf(own)
    const [kind, until, , proof] = pass.split('.')
    const [, , theirs] = passOf(other).split('.')
    const link = passes().linkFor(tokenOf(own), 'look')
    const stale = passes().cookieFor(
      passes().linkFor(tokenOf(own), 'look', Date.now() - 13 * hour),
      Date.now() - 13 * hour,
    )
    const foreign = createShopPasses(shop.db.database, (purpose, text) =>
      createKeyedDigest(shop.config.secretKey)(`other ${purpose}`, text),
    ).linkFor(tokenOf(own), 'look')
    const forged = [
      [kind, until, theirs, proof].join('.'),
      ['rehearsal', until, pass.split('.')[2], proof].join('.'),
      [kind, String(Number(until) + hour), pass.split('.')[2], proof].join('.'),
      pass.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      link,
      stale ?? '',
      foreign,
    ]
    for (const each of forged) expect([each, await signUp(headersOf(each))]).toEqual([each, 'ShopClosed'])
    expect(passes().cookieFor(pass)).toBeNull()
    expect(passes().cookieFor(foreign)).toBeNull()
    expect(passes().cookieFor(passes().linkFor(tokenOf(own), 'look', Date.now() - 61_000))).toBeNull()
    expect(await signUp(headersOf(pass))).toBe('OK')
  })

  it('the console leads a signed-in operator to the shop, and anybody else to its sign-in', async () => {
    const browser = await signIn(ann)
    const look = (cookie: string) => shop.app.inject({ url: '/console/api/look', headers: { cookie } })
    const sent = await look(browser.cookie)
    expect([sent.statusCode, sent.headers['referrer-policy']]).toEqual([303, 'no-referrer'])
    const address = new URL(String(sent.headers.location))
    expect([address.origin, address.pathname]).toEqual([origin, '/look'])
    const pass = passes().cookieFor(address.searchParams.get('pass') ?? '')
    expect(await signUp(headersOf(pass ?? ''))).toBe('OK')
    for (const cookie of ['', `__Host-wop=${'x'.repeat(43)}`])
      expect((await look(cookie)).headers.location).toBe('/console')
  })
})

describe('terms before sign-ups', () => {
  beforeEach(() => shop.db.asOwner('delete from content_texts'))

  it('an open production shop takes no sign-ups until its own terms are published', async () => {
    await set(true)
    expect(await signUp()).toBe('SignUpClosed')
    await publish(true)
    expect(await signUp()).toBe('SignUpClosed')
    await shop.db.asOwner('update content_texts set demo = false')
    expect(await signUp()).toBe('OK')
    await shop.db.asOwner(`update content_texts set withdrawn = true where slug = 'privacy-policy' and language = 'en'`)
    expect(await signUp()).toBe('SignUpClosed')
  })

  it('operators with a preview pass cannot sign up without terms either', async () => {
    await set(false)
    expect(await signUp(headersOf(passOf(await signIn(ann))))).toBe('SignUpClosed')
  })
})

describe('opening the shop', () => {
  const act = (state: 'open' | 'closed', preview = false) =>
    perform(shop.db.database, 'shop.switch', { state, reason: 'launch' }, { config: shop.config, preview })

  it('the preview of an opening lists what is missing, and the opening needs no second operator', async () => {
    await set(null)
    const { missing } = await act('open', true)
    expect(missing).toContainEqual({ warning: 'The last backup is missing or older than 36 hours.' })
    expect(missing).not.toContainEqual({ warning: 'The shop is closed.' })
    expect(await signUp()).toBe('ShopClosed')
    await shop.db.asOwner('delete from content_texts')
    await publish(false)
    await act('open')
    expect(await signUp()).toBe('OK')
    await expect(act('open')).rejects.toThrow('The shop is open already.')
    expect((await act('closed')).missing).toEqual([])
    expect(await signUp()).toBe('ShopClosed')
    await expect(act('closed')).rejects.toThrow('The shop is closed already.')
  })
})
