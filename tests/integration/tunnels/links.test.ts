import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { describeLinks } from '#server/workflows/tunnels/manage-links.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { givePlan, userIdOf } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, realityKeys, type TestNode, type TunnelTest } from './tunnels.setup.ts'

let test: TunnelTest
let node: TestNode
let names = 0
beforeAll(async () => {
  test = await openTunnels()
  node = await test.addNode({ name: 'Tokyo 1' })
  await test.addNode({ name: 'For trials', group: 'trials', serves: 'trial' })
})
afterAll(() => test.close())

const list = '/api/user/user_tunnel_links'
const add = '/api/user/user_add_tunnel_link'
const rotate = '/api/user/user_rotate_tunnel_link'
const phone = { name: 'My phone', os: 'ios' } as const
type Ask = { agent?: string; address?: string; query?: string }
const fetchUrl = (
  url: string,
  { agent = 'v2rayN/7.12', address = `203.0.${++names >> 8}.${names & 255}`, query = '' }: Ask = {},
) =>
  test.app.inject({ url: `${new URL(url).pathname}${query}`, headers: { 'user-agent': agent }, remoteAddress: address })
const textOf = ({ body }: { body: string }) => decodeURIComponent(Buffer.from(body, 'base64').toString())

async function customer(devices = 3) {
  const { token, uid } = await registerThroughApi(test, `links.${++names}`)
  await givePlan(test, uid, devices)
  const { data } = await test.call(add, phone, { token })
  return { token, uid, userId: await userIdOf(test, uid), ...data }
}

it('listing links uses one database connection, and none while the nodes are requested', async () => {
  const { userId, id } = await customer()
  const asked: unknown[] = []
  const database = new Proxy(test.db.database, {
    get: (all, name) => (asked.push(name), Reflect.get(all, name) as unknown),
  })
  const directory = async () => {
    asked.push('nodes')
    return { nodes: [], byToken: new Map() }
  }
  const digest = createKeyedDigest(test.config.secretKey)
  const seen = await describeLinks(
    { database, digest, state: { directory }, publicOrigin: 'https://vpn.example' },
    userId,
  )
  expect(seen.links).toMatchObject([{ id, name: phone.name }])
  expect(asked).toEqual(['nodes', 'transaction'])
})

describe('subscription link', () => {
  it('a link gives an app the credential that the nodes know', async () => {
    const { url } = await customer()
    expect(url).toMatch(/^http:\/\/[^/]+\/s\/[A-Za-z0-9_-]{22}$/)
    const answer = await fetchUrl(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'profile-title': `base64:${Buffer.from('Wayfare').toString('base64')}`,
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(answer.headers['subscription-userinfo']).toMatch(/^upload=0; download=0; total=0; expire=\d{10}$/)
    const uuid = /^vless:\/\/([^@]+)@node\.example\.org:443\?.*#Tokyo 1$/m.exec(textOf(answer))?.[1]
    expect((await test.usersOf(node)).map((user) => user.uuid)).toContain(uuid)
    expect(textOf(answer)).not.toContain('For trials')
    expect(textOf(answer)).not.toContain(realityKeys.privateKey)
  })

  it('the format of a link depends on the app and on the URL', async () => {
    const { url } = await customer()
    const types = await Promise.all(
      [
        { agent: 'clash-verge/v2.3.0' },
        { agent: 'SFA/1.12' },
        { agent: 'HiddifyNext/2 like ClashMeta' },
        { query: '?format=mihomo' },
        { query: '?format=x&format=y' },
      ].map(async (ask) => String((await fetchUrl(url, ask)).headers['content-type'])),
    )
    expect(types).toEqual([
      'text/yaml; charset=utf-8',
      'application/json',
      'application/json',
      'text/yaml; charset=utf-8',
      'text/plain; charset=utf-8',
    ])
  })

  // Advice for apps that cannot read a document: hiddify/hiddify-app#1668, vernesong/OpenClash#3567.
  it.each(['&flag=meta', '?flag=clash', '&x=1&flag=meta', '?format=mihomo&flag=sing-box'])(
    'a link to which %s was appended, as for other panels, returns the document of Mihomo',
    async (added) => {
      const { url } = await customer()
      const answer = await fetchUrl(url, { agent: 'HiddifyNext/2.5.7', query: added })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/yaml; charset=utf-8')
    },
  )

  it('HEAD responds with the headers of GET without a body, and with the same errors', async () => {
    const { url } = await customer()
    const ask = (method: 'GET' | 'HEAD', agent: string, path = new URL(url).pathname) =>
      test.app.inject({ method, url: path, headers: { 'user-agent': agent }, remoteAddress: '198.18.7.7' })
    const headersOf = async (method: 'GET' | 'HEAD', agent: string) => {
      const { statusCode, headers, body } = await ask(method, agent)
      const { date: _date, 'x-request-id': _id, ...rest } = headers
      return { statusCode, rest, length: body.length }
    }
    for (const agent of ['v2rayN/7.12', 'clash-verge/v2.3.0', 'SFA/1.13.2 (613; sing-box 1.13.2)']) {
      const [get, head] = [await headersOf('GET', agent), await headersOf('HEAD', agent)]
      expect(get.statusCode).toBe(200)
      expect(get.length).toBeGreaterThan(0)
      expect(head).toEqual({ ...get, length: 0 })
    }
    expect((await ask('HEAD', 'Mozilla/5.0 (X11)')).statusCode).toBe(302)
    expect((await ask('HEAD', 'v2rayN/7.12', '/s/NOBODY')).statusCode).toBe(404)
  })

  it('each app gets the fields that its sing-box version supports', async () => {
    const { url } = await customer()
    const bodyFor = async (agent: string) =>
      JSON.parse((await fetchUrl(url, { agent, query: '?format=sing-box' })).body)
    expect(await bodyFor('SFI/1.13.2 (Build 1; sing-box 1.13.2)')).toHaveProperty('route.default_domain_resolver')
    expect(await bodyFor('SFI/1.11.4 (Build 1; sing-box 1.11.4)')).toHaveProperty('dns.servers.0.address')
    expect(Object.keys(await bodyFor('HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box'))).toEqual([
      'outbounds',
    ])
  })

  it('a link uses one device of the plan, is listed in the account, and is removed with the device', async () => {
    const { token, id, url } = await customer(2)
    const { data } = await test.call(list, {}, { token })
    expect(data).toMatchObject({
      state: 'active',
      plan: 'paid',
      links: [{ id, url, name: 'My phone', fetchedAt: null }],
    })
    await fetchUrl(url)
    expect((await test.call(list, {}, { token })).data.links[0]?.fetchedAt).not.toBeNull()
    const answers = await Promise.all(Array.from({ length: 6 }, () => test.call(add, phone, { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'DeviceLimitReached',
      'DeviceLimitReached',
      'DeviceLimitReached',
      'DeviceLimitReached',
      'DeviceLimitReached',
      'OK',
    ])
    const { number } = (
      await test.db.asOwner<{ number: string }>('select number from tunnel_links where device_id = $1', [id])
    )[0]!
    expect((await test.usersOf(node)).map((user) => user.id)).toContain(Number(number))
    expect((await test.call('/api/user/user_unbind_device', { id }, { token })).status).toBe('OK')
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await test.usersOf(node)).map((user) => user.id)).not.toContain(Number(number))
  })

  it('a renewed link replaces the old one, which stops working here and at the nodes', async () => {
    const { token, uid, id, url } = await customer()
    const before = (await test.usersOf(node)).map(({ uuid }) => uuid)
    const renewed = await test.call(rotate, { id }, { token })
    expect(renewed.data.url).not.toBe(url)
    expect([(await fetchUrl(url)).statusCode, (await fetchUrl(renewed.data.url)).statusCode]).toEqual([404, 200])
    const after = (await test.usersOf(node)).map(({ uuid }) => uuid)
    expect(before.filter((uuid) => !after.includes(uuid))).toHaveLength(1)
    const done = await perform(
      test.db.database,
      'tunnels.rotate',
      { user: String(uid), reason: 'leaked' },
      { config: test.config },
    )
    expect(done).toEqual({ uid, links: 1, providers: 'no panel' })
    expect((await fetchUrl(renewed.data.url)).statusCode).toBe(404)
    expect((await fetchUrl((await test.call(list, {}, { token })).data.links[0]!.url)).statusCode).toBe(200)
  })

  it('the name of a link is trimmed', async () => {
    const { token } = await customer()
    await test.call(add, { name: '  Kitchen  ', os: 'android' }, { token })
    const { data } = await test.call(list, {}, { token })
    expect(data.links.map(({ name }) => name)).toEqual(['My phone', 'Kitchen'])
  })

  it('the link of another user cannot be renewed', async () => {
    const [own, other] = [await customer(), await customer()]
    expect((await test.call(rotate, { id: other.id }, { token: own.token })).status).toBe('NotFound')
    expect((await fetchUrl(other.url)).statusCode).toBe(200)
  })

  it("the link of an expired or blocked user returns one entry that says so in the user's language", async () => {
    const { url, uid, userId } = await customer()
    await test.db.asOwner(`update memberships set expires_at = now() - interval '1 s' where user_id = $1`, [userId])
    const ended = await fetchUrl(url)
    expect(ended.statusCode).toBe(200)
    expect(textOf(ended)).toMatch(/^trojan:\/\/ended@127\.0\.0\.1:9#Ended - renew at localhost/)
    for (const agent of ['mihomo/1', 'SFA/1']) {
      const { body } = await fetchUrl(url, { agent })
      expect(body).toContain('Ended - renew at')
      expect(body).not.toContain('node.example.org')
    }
    await test.db.asOwner(`update users set language = 'zh-CN' where id = $1`, [userId])
    expect(textOf(await fetchUrl(url))).toContain('已到期')
    await test.db.asOwner(`update memberships set expires_at = now() + interval '1 hour' where user_id = $1`, [userId])
    await perform(test.db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'x' })
    expect(textOf(await fetchUrl(url))).toContain('已停用')
  })

  it('a waiting trial starts when an app fetches the link, but not a browser', async () => {
    const { token, uid } = await registerThroughApi(test, 'waits.for.it')
    const userId = await userIdOf(test, uid)
    expect((await test.call('/api/user/user_claim_trial', {}, { token })).status).toBe('OK')
    const { url } = (await test.call(add, phone, { token })).data
    const hasTime = async () =>
      (await test.db.asOwner('select 1 from memberships where user_id = $1 and expires_at > now()', [userId])).length >
      0
    expect((await fetchUrl(url, { agent: 'Mozilla/5.0 (X11)' })).headers.location).toBe('/user')
    expect((await fetchUrl(url, { agent: 'TelegramBot (like TwitterBot)' })).statusCode).toBe(302)
    for (const query of ['?format=mihomo', '?format=x']) {
      const preview = await fetchUrl(url, { agent: 'TelegramBot (like TwitterBot)', query })
      expect([preview.statusCode, preview.headers.location]).toEqual([302, '/user'])
    }
    const head = await test.app.inject({
      method: 'HEAD',
      url: new URL(url).pathname,
      headers: { 'user-agent': 'v2rayN/7.12' },
    })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(await hasTime()).toBe(false)
    expect((await test.call(list, {}, { token })).data.links[0]?.fetchedAt).toBeNull()
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetchUrl(url)))
    for (const answer of answers) expect(textOf(answer)).toContain('For trials')
    expect(await hasTime()).toBe(true)
    const [{ number } = { number: '' }] = await test.db.asOwner<{ number: string }>(
      'select number from tunnel_links where user_id = $1',
      [userId],
    )
    expect((await test.usersOf(node)).map((user) => user.id)).toContain(Number(number))
    const grants = await test.db.asOwner('select 1 from membership_grants where user_id = $1', [userId])
    expect(grants).toHaveLength(1)
  })

  it('a trial with an unused link stays waiting and not connected until an app fetches the link', async () => {
    const { token } = await registerThroughApi(test, 'link.first')
    const { url } = (await test.call(add, phone, { token })).data
    const asked = await test.call('/api/user/user_claim_trial', {}, { token })
    expect([asked.status, asked.data.state, asked.data.startsNow]).toEqual(['OK', 'armed', false])
    const ride = '/api/user/user_first_ride'
    const before = (await test.call(ride, {}, { token })).data
    expect(before).toMatchObject({ device: null, devices: 1, trial: { state: 'armed' } })
    expect((await fetchUrl(url)).statusCode).toBe(200)
    const { device, trial } = (await test.call(ride, {}, { token })).data
    expect(device).toMatchObject({ os: 0, name: 'My phone', byLink: true })
    expect(trial.state).toBe('running')
    expect(device!.at).toBeGreaterThanOrEqual(trial.startedAt! - 60_000)
  })

  it('a link is listed among the devices with the time of its last fetch', async () => {
    const { token, id, url } = await customer()
    const devices = async () => (await test.call('/api/user/user_get_device_list', {}, { token })).data.list
    expect(await devices()).toMatchObject([{ id, name: 'My phone', link: { fetchedAt: null } }])
    await fetchUrl(url)
    const [device] = await devices()
    expect(device!.link!.fetchedAt).toBeGreaterThan(0)
    expect(device!.lastUsedAt).toBeGreaterThanOrEqual(device!.link!.fetchedAt!)
  })

  it('the device list says which links nodes report in use, and the traffic of the month of all devices together', async () => {
    const { token, id } = await customer()
    const { id: other } = (await test.call(add, phone, { token })).data
    const numberOf = async (deviceId: string) =>
      (
        await test.db.asOwner<{ number: string }>('select number from tunnel_links where device_id = $1', [deviceId])
      )[0]!.number
    const [number, second] = [await numberOf(id), await numberOf(other)]
    const shown = async () => {
      const { month, list: devices } = (await test.call('/api/user/user_get_device_list', {}, { token })).data
      return { month, inUse: devices.filter(({ link }) => link?.isInUse).map((device) => device.id) }
    }
    expect(await shown()).toEqual({ month: { up: 0, down: 0 }, inUse: [] })
    await test.usersOf(node)
    await test.ask(node, 'POST', 'alive', { payload: { [number]: ['203.0.113.7'] } })
    await test.ask(node, 'POST', 'push', { payload: { [number]: [100, 4_000], [second]: [20, 500] } })
    expect(await shown()).toEqual({ month: { up: 120, down: 4_500 }, inUse: [id] })
    await test.db.asOwner(`update tunnel_online set seen_at = now() - interval '6 minutes' where number = $1`, [number])
    expect((await shown()).inUse).toEqual([])
  })

  it('erasing an account deletes its links and traffic', async () => {
    const { url, userId } = await customer()
    await test.db.asOwner(`insert into tunnel_usage (user_id, day, up) values ($1, current_date, 5)`, [userId])
    await test.db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now())`, [userId])
    expect(await eraseDueAccounts(test.db.database)).toBe(1)
    expect((await fetchUrl(url)).statusCode).toBe(404)
    for (const table of ['tunnel_links', 'tunnel_usage'])
      expect(await test.db.asOwner(`select 1 from ${table} where user_id = $1`, [userId])).toHaveLength(0)
  })
})

describe('invalid link token', () => {
  it('every invalid token returns the same empty 404', async () => {
    const paths = [
      'NOBODY',
      'A'.repeat(22),
      '%00',
      '..%2f',
      `${'A'.repeat(22)}/x`,
      '',
      'A'.repeat(201),
      'A'.repeat(5_000),
    ]
    const answers = await Promise.all(
      paths.map((path, index) => test.app.inject({ url: `/s/${path}`, remoteAddress: `198.51.${index}.1` })),
    )
    const seen = answers.map(({ statusCode, body, headers }) => [statusCode, body, headers['cache-control']])
    expect(seen).toEqual(paths.map(() => [404, '', 'no-store']))
  })

  it('invalid tokens are limited to twenty an hour per network, without blocking valid links there', async () => {
    const { url } = await customer()
    const from = { address: '192.0.2.77' }
    const made = () =>
      fetchUrl(`http://x/s/${Buffer.from(crypto.randomUUID()).toString('base64url').slice(0, 22)}`, from)
    const codes: number[] = []
    for (let round = 0; round < 22; round++) codes.push((await made()).statusCode)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429])
    expect((await fetchUrl(url, from)).statusCode).toBe(200)
  })
})

it('a link can be fetched thirty times an hour from all IP addresses together', async () => {
  const { url } = await customer()
  const codes: number[] = []
  for (let round = 0; round < 32; round++) codes.push((await fetchUrl(url)).statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(30)
  expect(codes.slice(30)).toEqual([429, 429])
})

it('without any node or database a link returns 503 with a retry time and no list', async () => {
  const { url } = await customer()
  await test.db.asOwner('update tunnel_nodes set enabled = false')
  const nothing = await fetchUrl(url)
  expect([nothing.statusCode, nothing.body, nothing.headers['retry-after'], nothing.headers['cache-control']]).toEqual([
    503,
    '',
    '600',
    'no-store',
  ])
  await test.db.asOwner('update tunnel_nodes set enabled = true')
  await test.db.asOwner('alter table tunnel_links rename to tunnel_links_away')
  expect((await fetchUrl(url)).statusCode).toBe(503)
  await test.db.asOwner('alter table tunnel_links_away rename to tunnel_links')
  expect((await fetchUrl(url)).statusCode).toBe(200)
})

it('the account states which plans are served and how many devices of the plan are used', async () => {
  const { token } = await customer(2)
  const known = async () => (await test.call(list, {}, { token })).data
  const served = async () => (await test.call('/api/user/user_first_ride', {}, { token })).data.linksServe
  expect(await known()).toMatchObject({ serves: { trial: true, paid: true }, places: { taken: 1, limit: 2 } })
  await test.db.asOwner(`update tunnel_nodes set enabled = false where serves = 'both'`)
  expect((await known()).serves).toEqual({ trial: true, paid: false })
  expect(await served()).toEqual({ trial: true, paid: false })
  await test.db.asOwner('update tunnel_nodes set enabled = false')
  expect(await served()).toEqual({ trial: false, paid: false })
  await test.db.asOwner('update tunnel_nodes set enabled = true')
  expect(await served()).toEqual({ trial: true, paid: true })
})

it('a link token appears neither in the log nor in the database', async () => {
  const { url, token } = await customer()
  await fetchUrl(url)
  await fetchUrl(`${url}/more`)
  await test.call(list, {}, { token })
  const secret = url.split('/').at(-1) as string
  expect(test.lines.filter((line) => line.includes(secret))).toEqual([])
  const rows = await test.db.asOwner<{ text: string }>('select to_jsonb(l)::text as text from tunnel_links l')
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false)
})
