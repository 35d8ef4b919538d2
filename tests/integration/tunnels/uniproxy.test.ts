import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetDevices } from '#server/modules/devices/devices.queries.ts'
import { readDirectory } from '#server/modules/tunnels/node-directory.ts'
import { addNode as addStoredNode } from '#server/modules/tunnels/nodes.service.ts'
import {
  forgetOldNodeDays,
  forgetOldOnline,
  forgetOldUsage,
  forgetUsageOf,
} from '#server/modules/tunnels/usage.queries.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { createGate } from '../payments/payments.setup.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, realityKeys, type TestNode, type TunnelTest } from './tunnels.setup.ts'

let test: TunnelTest
beforeAll(async () => {
  test = await openTunnels()
})
afterAll(() => test.close())

type Exchange = { name: string; response: { status: number; body: unknown } }
const file = path.join(import.meta.dirname, '../../fixtures/tunnel/uniproxy.json')
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as { exchanges: Exchange[] }
const fixture = (name: string) => exchanges.find((exchange) => exchange.name === name)?.response as Exchange['response']
const idsOf = async (node: TestNode) => (await test.usersOf(node)).map(({ id }) => id)
const usageOf = (userId: string) =>
  test.db.asOwner<{ up: string; down: string }>('select up, down from tunnel_usage where user_id = $1', [userId])

describe('tunnel node', () => {
  it('a node gets its listening configuration, and 304 when unchanged', async () => {
    const node = await test.addNode()
    const first = await test.ask(node, 'GET', 'config', { headers: { 'if-none-match': '' } })
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    const { base_config: _intervals, ...body } = first.json()
    const { base_config: _others, ...expected } = fixture('config, first time').body as Record<string, unknown>
    expect(body).toEqual({ ...expected, routes: [] })
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"cfg-/)
    for (const sent of [etag, `W/${etag}`]) {
      const again = await test.ask(node, 'GET', 'config', { headers: { 'if-none-match': sent } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  it('a node gets the usable user links in the expected fields, plus one placeholder user', async () => {
    const node = await test.addNode({ group: 'fields' })
    const { number } = await test.member()
    const users = await test.usersOf(node)
    expect(users[0]).toMatchObject({ id: 1, speed_limit: 0, device_limit: 0 })
    expect(users.find(({ id }) => id === number)).toEqual({
      id: number,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      speed_limit: 0,
      device_limit: 3,
    })
    const { users: expected } = fixture('user, first time').body as { users: object[] }
    expect(Object.keys(users[0]!)).toEqual(Object.keys(expected[0]!))
  })

  it('the user list is compressed if accepted, and 304 when unchanged, also with a weak ETag', async () => {
    const node = await test.addNode({ group: 'packed' })
    const plain = await test.ask(node, 'GET', 'user')
    const packed = await test.ask(node, 'GET', 'user', { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    const etag = String(plain.headers.etag)
    for (const sent of [etag, `W/${etag}`])
      expect((await test.ask(node, 'GET', 'user', { headers: { 'if-none-match': sent } })).statusCode).toBe(304)
    await test.member()
    expect((await test.ask(node, 'GET', 'user', { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
  })

  it('a node learns of every opened or closed tunnel at its next request', async () => {
    const node = await test.addNode({ group: 'acts' })
    const { userId, uid, number } = await test.member()
    const has = async () => (await idsOf(node)).includes(number)
    const sees = async (act: () => Promise<unknown>, expected: boolean) => {
      const etag = String((await test.ask(node, 'GET', 'user')).headers.etag)
      await act()
      expect((await test.ask(node, 'GET', 'user', { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
      expect(await has()).toBe(expected)
    }
    const user = String(uid)
    const set = (change: string) => () =>
      test.db.asOwner(`update memberships set ${change} where user_id = $1`, [userId])
    expect(await has()).toBe(true)
    await sees(() => perform(test.db.database, 'people.block', { user, toldReason: 'x', reason: 'x' }), false)
    await sees(() => perform(test.db.database, 'people.unblock', { user, reason: 'x' }), true)
    await sees(set(`expires_at = now() - interval '1 second'`), false)
    await sees(set(`expires_at = now() + interval '1 hour'`), true)
    const uuidOf = async () => (await test.usersOf(node)).find(({ id }) => id === number)?.uuid
    const before = await uuidOf()
    await sees(() => test.db.asOwner('update tunnel_links set generation = 2 where number = $1', [number]), true)
    expect(await uuidOf()).not.toBe(before)
    await sees(() => test.db.asOwner('delete from devices where user_id = $1', [userId]), false)
    const again = await test.addLink(userId)
    expect(await idsOf(node)).toContain(again)
    await sees(set('erased_at = now()'), false)
    expect(await idsOf(node)).not.toContain(again)
  })

  it('a trial node gets only trial users, and a paid node only paid users', async () => {
    const [trial, paid] = [await test.addNode({ serves: 'trial' }), await test.addNode({ serves: 'paid' })]
    const [tries, pays] = [await test.member(), await test.member()]
    await test.db.asOwner('update memberships set trial_from = now() where user_id = $1', [tries.userId])
    const [onTrial, onPaid] = [await idsOf(trial), await idsOf(paid)]
    expect([onTrial.includes(tries.number), onTrial.includes(pays.number)]).toEqual([true, false])
    expect([onPaid.includes(tries.number), onPaid.includes(pays.number)]).toEqual([false, true])
  })

  it('nodes of different groups get different credentials for the same links', async () => {
    const [eu, us] = [await test.addNode({ group: 'eu-1' }), await test.addNode({ group: 'us-1' })]
    await test.member()
    const [here, there] = [await test.usersOf(eu), await test.usersOf(us)]
    const known = new Set(here.map(({ uuid }) => uuid))
    expect(there).toHaveLength(here.length)
    expect(there.filter(({ uuid }) => known.has(uuid))).toEqual([])
  })

  it('a change committed after a later one is not missed', async () => {
    const node = await test.addNode({ group: 'late' })
    const [slow, fast] = [await test.member(), await test.member()]
    const client = new pg.Client(test.db.connection)
    await client.connect()
    try {
      await client.query('begin')
      await client.query(`update memberships set expires_at = now() - interval '1 s' where user_id = $1`, [slow.userId])
      for (let round = 0; round < 3; round++)
        await test.db.asOwner(`update memberships set expires_at = expires_at + interval '1 s' where user_id = $1`, [
          fast.userId,
        ])
      const seen = await test.ask(node, 'GET', 'user')
      expect(await idsOf(node)).toContain(slow.number)
      await client.query('commit')
      const etag = String(seen.headers.etag)
      expect((await test.ask(node, 'GET', 'user', { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
      expect(await idsOf(node)).not.toContain(slow.number)
    } finally {
      await client.end()
    }
  })
})

describe('identical refusal of a node', () => {
  const forbidden = fixture('wrong token, foreign node or node switched off')
  const refuses = async (node: TestNode, options: Parameters<TunnelTest['ask']>[3] = {}) => {
    for (const [method, call] of [
      ['GET', 'config'],
      ['GET', 'user'],
      ['POST', 'push'],
      ['POST', 'alive'],
      ['GET', 'alivelist'],
      ['POST', 'status'],
    ] as const) {
      const answer = await test.ask(node, method, call, options)
      expect([answer.statusCode, answer.json()], call).toEqual([forbidden.status, forbidden.body])
    }
  }

  it("a wrong token or another node's number or protocol gets the same refusal", async () => {
    const [node, other] = [await test.addNode(), await test.addNode()]
    await refuses({ ...node, token: `${node.token.slice(0, -1)}_` })
    await refuses({ ...node, token: '' })
    await refuses({ ...node, token: 'x'.repeat(5_000) })
    await refuses({ ...node, node: other.node })
    await refuses(node, { query: { node_type: 'trojan' } })
    await refuses(node, { query: { node_id: `${node.node} ` } })
    expect((await test.app.inject({ url: '/api/v1/server/UniProxy/user' })).statusCode).toBe(403)
    const twice = `/api/v1/server/UniProxy/user?node_type=vless&node_id=${node.node}&token=x&token=${node.token}`
    expect((await test.app.inject({ url: twice })).statusCode).toBe(403)
  })

  it('a request from a network not allowed for the node gets the same refusal', async () => {
    const node = await test.addNode({ networks: ['203.0.113.0/24', '2001:db8::1'] })
    await refuses(node, { address: '203.0.114.1' })
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
      expect((await test.ask(node, 'GET', 'user', { address })).statusCode).toBe(200)
  })

  it('a disabled node gets the same refusal, and its online reports are deleted', async () => {
    const node = await test.addNode()
    const { number } = await test.member()
    await test.ask(node, 'POST', 'alive', { payload: { [number]: ['203.0.113.7'] } })
    await perform(test.db.database, 'nodes.disable', { node: node.name, reason: 'stolen' }, { config: test.config })
    await refuses(node)
    expect(await test.db.asOwner('select 1 from tunnel_online where node = $1', [node.node])).toHaveLength(0)
    await perform(test.db.database, 'nodes.edit', { node: node.name, on: true }, { config: test.config })
    expect((await test.ask(node, 'GET', 'user')).statusCode).toBe(200)
  })

  it('switching a node off names the active nodes that share its credentials', async () => {
    const [stolen, shares, off] = [
      await test.addNode({ group: 'seized' }),
      await test.addNode({ group: 'seized' }),
      await test.addNode({ group: 'seized' }),
    ]
    const disable = (node: string, preview = false) =>
      perform(test.db.database, 'nodes.disable', { node, reason: 'seized' }, { config: test.config, preview })
    expect(await disable(off.name)).toMatchObject({ sameCredentials: `${stolen.name}, ${shares.name}` })
    expect(await disable(stolen.name, true)).toMatchObject({ sameCredentials: shares.name })
    await disable(shares.name)
    expect(await disable(stolen.name)).toMatchObject({ sameCredentials: null })
  })

  it('a rotated token stays valid next to the new one until it is dropped', async () => {
    const node = await test.addNode()
    const rotate = (drop: boolean) =>
      perform(test.db.database, 'nodes.rotate-token', { node: node.name, drop }, { config: test.config })
    const { nodeToken: token } = await rotate(false)
    for (const valid of [node, { ...node, token }]) expect((await test.ask(valid, 'GET', 'user')).statusCode).toBe(200)
    await rotate(true)
    await refuses(node)
    expect((await test.ask({ ...node, token }, 'GET', 'user')).statusCode).toBe(200)
    await expect(rotate(true)).rejects.toThrow('has only one token and no old one')
  })

  it('a request without a token is refused before its body is read', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/server/UniProxy/push',
      headers: { 'content-type': 'application/json', 'content-length': '9000000000' },
      payload: 'x',
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('node reports', () => {
  it('traffic is added up per user and day, and a report repeated within thirty seconds is added once', async () => {
    const node = await test.addNode()
    const { userId, number } = await test.member()
    const second = await test.addLink(userId)
    const payload = { [number]: [100, 2_000], [second]: [1, 2], 999999: [5, 5] }
    const answer = await test.ask(node, 'POST', 'push', { payload })
    expect([answer.statusCode, answer.json()]).toEqual([200, fixture('push of traffic').body])
    await Promise.all([1, 2, 3].map(() => test.ask(node, 'POST', 'push', { payload })))
    const sentAgo = async (age: string) => {
      await test.db.asOwner('update tunnel_nodes set pushed_at = now() - $2::interval where number = $1', [
        node.node,
        age,
      ])
      await test.ask(node, 'POST', 'push', { payload })
      return usageOf(userId)
    }
    expect(await sentAgo('20 s')).toEqual([{ up: '101', down: '2002' }])
    expect(await sentAgo('31 s')).toEqual([{ up: '202', down: '4004' }])
  })

  it('equal reports of two nodes are both added, and concurrent reports lose nothing', async () => {
    const nodes = await Promise.all([1, 2, 3, 4].map(() => test.addNode()))
    const people = await Promise.all([1, 2, 3].map(() => test.member()))
    const payload = Object.fromEntries(people.toReversed().map(({ number }) => [number, [10, 20]]))
    await Promise.all(nodes.map((node) => test.ask(node, 'POST', 'push', { payload })))
    for (const { userId } of people) expect(await usageOf(userId)).toEqual([{ up: '40', down: '80' }])
  })

  it('invalid traffic numbers are ignored (negative, huge, not numbers), and the total of a day is capped', async () => {
    const node = await test.addNode()
    const [liar, honest] = [await test.member(), await test.member()]
    for (const bytes of [[-5, 5], [1e300, 0], [5], ['9', 9], null])
      expect(
        (await test.ask(node, 'POST', 'push', { payload: { [liar.number]: bytes, [honest.number]: [1, 1] } }))
          .statusCode,
      ).toBe(200)
    expect(await usageOf(liar.userId)).toEqual([])
    expect(await usageOf(honest.userId)).toEqual([{ up: '5', down: '5' }])
    await test.db.asOwner(
      `insert into tunnel_usage (user_id, day, up) values ($1, (now() at time zone 'UTC')::date, 8999999999999999)`,
      [liar.userId],
    )
    await test.ask(node, 'POST', 'push', { payload: { [liar.number]: [4_000_000_000_000, 1] } })
    expect(await usageOf(liar.userId)).toEqual([{ up: '9000000000000000', down: '1' }])
  })

  it('a malformed report is refused, and an empty PHP list means nothing to report', async () => {
    const node = await test.addNode()
    const headers = { 'content-type': 'application/json' }
    for (const call of ['push', 'alive', 'status'])
      for (const payload of ['not json', '"x"', 'null', '']) {
        const answer = await test.ask(node, 'POST', call, { payload, headers })
        expect([answer.statusCode, answer.json()], `${call} ${payload}`).toEqual([
          422,
          fixture('push, unreadable').body,
        ])
      }
    for (const call of ['push', 'alive'])
      expect((await test.ask(node, 'POST', call, { payload: '[]', headers })).statusCode).toBe(200)
    expect((await test.ask(node, 'POST', 'status', { payload: { nonsense: 1 } })).statusCode).toBe(422)
  })

  it('an oversized report is refused before it is read and does not affect other reports', async () => {
    const node = await test.addNode({ group: 'flood' })
    const { userId, number } = await test.member()
    const invented = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [5_000_000 + index, [1, 1]]))
    for (const call of ['push', 'alive'])
      expect((await test.ask(node, 'POST', call, { payload: invented })).statusCode).toBe(413)
    expect((await test.ask(node, 'POST', 'push', { payload: { [number]: [3, 4] } })).statusCode).toBe(200)
    expect(await usageOf(userId)).toEqual([{ up: '3', down: '4' }])
  })

  it('a report with more lines than the node has links is refused as a whole', async () => {
    const node = await test.addNode({ group: 'lines' })
    const { userId, number } = await test.member()
    const { users } = (await test.ask(node, 'GET', 'user')).json<{ users: unknown[] }>()
    const invented = (lines: number) =>
      Object.fromEntries(Array.from({ length: lines }, (_, index) => [5_000_000 + index, [1, 1]]))
    // The list cannot have had more links than exist. Its first entry is the placeholder user.
    const [{ links } = { links: 0 }] = await test.db.asOwner<{ links: number }>(
      'select max(number)::int as links from tunnel_links',
    )
    const tooMany = await test.ask(node, 'POST', 'push', { payload: { ...invented(links), [number]: [1, 1] } })
    expect(tooMany.statusCode).toBe(413)
    expect(await usageOf(userId)).toEqual([])
    const few = await test.ask(node, 'POST', 'push', { payload: { ...invented(users.length - 3), [number]: [1, 1] } })
    expect(few.statusCode).toBe(200)
    expect(await usageOf(userId)).toEqual([{ up: '1', down: '1' }])
  })

  it('full reports are limited to about twenty a minute per node', async () => {
    const [node, other] = [await test.addNode(), await test.addNode()]
    const { number } = await test.member()
    const payload = `{"${number}":[1,1]${' '.repeat(4_000)}}`
    const headers = { 'content-type': 'application/json' }
    const push = (from: TestNode) => test.ask(from, 'POST', 'push', { payload, headers })
    const codes: number[] = []
    while (codes.at(-1) !== 413 && codes.length < 600) codes.push((await push(node)).statusCode)
    expect(codes.length).toBeGreaterThan(20)
    expect(new Set(codes)).toEqual(new Set([200, 413]))
    expect((await push(other)).statusCode).toBe(200)
  })

  it('a report without Content-Length is refused before it is read', async () => {
    const node = await test.addNode()
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const address = `${origin}/api/v1/server/UniProxy/push?node_type=vless&node_id=${node.node}&token=${node.token}`
    const body = new Blob(['{}']).stream()
    expect((await fetch(address, { method: 'POST', body, duplex: 'half' })).status).toBe(411)
  })

  it('a second report of a node waits, and a third is refused', async () => {
    const node = await test.addNode({ group: 'turns' })
    const { userId, number } = await test.member()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => test.ask(node, 'POST', 'push', { payload: { [number]: [1, index] } })),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code !== 200).every((code) => code === 429)).toBe(true)
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
    const taken = codes.filter((code) => code === 200).length
    expect(await usageOf(userId)).toMatchObject([{ up: String(taken) }])
  })

  it('a node program that names every protocol "V2ray" is accepted for its node', async () => {
    const node = await test.addNode()
    expect((await test.ask(node, 'GET', 'config', { query: { node_type: 'V2ray' } })).statusCode).toBe(200)
  })

  it('online IP addresses are counted over all nodes, and an empty result is an object', async () => {
    const [one, two] = [await test.addNode(), await test.addNode()]
    await test.db.asOwner('delete from tunnel_online')
    expect((await test.ask(one, 'GET', 'alivelist')).json()).toEqual({ alive: {} })
    const [a, b] = [await test.member(), await test.member()]
    const payload = {
      [a.number]: ['203.0.113.7', '2001:db8::7'],
      [b.number]: ['198.51.100.20'],
      999999: ['198.51.100.20'],
    }
    const told = await test.ask(one, 'POST', 'alive', { payload })
    expect([told.statusCode, told.json()]).toEqual([200, fixture('alive').body])
    await test.ask(two, 'POST', 'alive', { payload: { [a.number]: ['203.0.113.7:5120', '::ffff:198.51.100.1'] } })
    expect((await test.ask(one, 'GET', 'alivelist')).json()).toEqual({ alive: { [a.number]: 3, [b.number]: 1 } })
    await test.ask(one, 'POST', 'alive', { payload: { [a.number]: [] } })
    expect((await test.ask(two, 'GET', 'alivelist')).json()).toEqual({ alive: { [a.number]: 2, [b.number]: 1 } })
    const seenAgo = async (age: string) => {
      await test.db.asOwner('update tunnel_online set seen_at = now() - $1::interval', [age])
      return (await test.ask(two, 'GET', 'alivelist')).json<{ alive: object }>().alive
    }
    expect(await seenAgo('240 s')).toEqual({ [a.number]: 2, [b.number]: 1 })
    expect(await seenAgo('301 s')).toEqual({})
    const texts = JSON.stringify(await test.db.asOwner("select encode(ip_digest, 'escape') as text from tunnel_online"))
    expect(texts).not.toContain('203.0')
  })

  it('old traffic is deleted after sixty days, and online IP addresses after five minutes', async () => {
    const node = await test.addNode()
    const { userId, number } = await test.member()
    await test.ask(node, 'POST', 'alive', { payload: { [number]: ['203.0.113.7', '203.0.113.8'] } })
    await test.db.asOwner(
      `update tunnel_online set seen_at = now() - case when ip_digest = (select min(ip_digest) from tunnel_online where number = $1)
         then interval '301 s' else interval '240 s' end where number = $1`,
      [number],
    )
    await test.db.asOwner(
      `insert into tunnel_usage (user_id, day, up) select $1, (now() at time zone 'UTC')::date - age, age from unnest(array[59, 60, 61]) age`,
      [userId],
    )
    await forgetOldUsage(test.db.database, 1_000)
    await forgetOldOnline(test.db.database, 1_000)
    expect((await usageOf(userId)).map(({ up }) => up).toSorted()).toEqual(['59', '60'])
    expect(await test.db.asOwner('select 1 from tunnel_online where number = $1', [number])).toHaveLength(1)
  })

  it('the traffic of each node is summed by day for sixty days, and shown for thirty', async () => {
    const node = await test.addNode()
    const [one, two] = [await test.member(), await test.member()]
    const push = (payload: object) => test.ask(node, 'POST', 'push', { payload })
    await push({ [one.number]: [10, 20], [two.number]: [30, 40], 999_999_999: [1_000, 1_000] })
    await push({ [one.number]: [1, 0] })
    // The node repeats a report whose answer was lost.
    await push({ [one.number]: [1, 0] })
    await test.db.asOwner(
      `insert into tunnel_node_days (node, day, bytes)
       select $1, (now() at time zone 'UTC')::date - age, age from unnest(array[29, 30, 60, 61]) age`,
      [node.node],
    )
    const { today, days } = await perform(test.db.database, 'nodes.traffic', {})
    const own = days.filter((row) => row.node === node.name)
    expect(own.map(({ bytes }) => bytes)).toEqual([29, 101])
    expect(own.at(-1)).toMatchObject({ day: today })
    await forgetOldNodeDays(test.db.database, 1_000)
    const kept = await test.db.asOwner<{ bytes: string }>('select bytes from tunnel_node_days where node = $1', [
      node.node,
    ])
    expect(kept.map(({ bytes }) => bytes).toSorted()).toEqual(['101', '29', '30', '60'])
  })

  it('the load of a node is shown to operators', async () => {
    const node = await test.addNode()
    const { body } = {
      body: { cpu: 12.5, mem: { total: 200, used: 50 }, swap: { total: 0, used: 0 }, disk: { total: 400, used: 300 } },
    }
    const told = await test.ask(node, 'POST', 'status', { payload: body })
    expect([told.statusCode, told.json()]).toEqual([200, fixture('status').body])
    const { nodes } = await perform(test.db.database, 'nodes.list', {})
    expect(nodes.find(({ name }) => name === node.name)).toMatchObject({
      cpu: '13 %',
      memory: '25 %',
      disk: '75 %',
      loadAt: expect.any(Date),
      online: null,
      traffic: '',
      trafficAt: null,
      state: 'on',
      nodeToken: 'one',
    })
    for (const odd of [{ cpu: 1e9 }, { cpu: 'x', mem: null }, { mem: { total: 0, used: 0 } }])
      expect((await test.ask(node, 'POST', 'status', { payload: odd })).statusCode).toBe(200)
  })

  it('shows the people online and the speed of a node, and nothing that the node does not report', async () => {
    const node = await test.addNode()
    const shown = async () =>
      (await perform(test.db.database, 'nodes.list', {})).nodes.find(({ name }) => name === node.name)
    const [one, two] = [await test.member(), await test.member()]
    expect(await shown()).toMatchObject({ cpu: '', memory: '', disk: '', loadAt: null, online: null, traffic: '' })
    const alive = { [one.number]: ['198.51.100.1', '198.51.100.2'], [two.number]: ['198.51.100.3'] }
    await test.ask(node, 'POST', 'alive', { payload: alive })
    expect(await shown()).toMatchObject({ online: 2 })
    await test.db.asOwner(`update tunnel_online set seen_at = now() - interval '6 minutes'`)
    expect(await shown()).toMatchObject({ online: null })
    await test.ask(node, 'POST', 'push', { payload: { [one.number]: [1_000, 2_000] } })
    expect(await shown()).toMatchObject({ traffic: '', trafficAt: expect.any(Date) })
    await test.db.asOwner(`update tunnel_nodes set pushed_at = now() - interval '60 seconds'`)
    await test.ask(node, 'POST', 'push', { payload: { [one.number]: [1_500_000, 148_500_000] } })
    expect(await shown()).toMatchObject({ traffic: '20 Mbit/s' })
  })
})

describe('node token', () => {
  it('a node token and its private keys appear neither in the log nor in the database in plain text', async () => {
    const node = await test.addNode()
    await test.ask(node, 'GET', 'user')
    await test.ask({ ...node, node: 5 }, 'GET', 'user')
    await test.ask(node, 'POST', 'push', { payload: 'not json' })
    await test.ask(node, 'GET', 'nothing')
    expect(test.lines.some((line) => line.includes('UniProxy'))).toBe(true)
    expect(test.lines.filter((line) => line.includes(node.token))).toEqual([])
    const rows = await test.db.asOwner<{ text: string }>(
      `select to_jsonb(n)::text as text from tunnel_nodes n union all select to_jsonb(a)::text from audit_log a`,
    )
    const texts = rows.map(({ text }) => text).join('\n')
    expect(texts).not.toContain(node.token)
    expect(texts).not.toContain(realityKeys.privateKey)
    expect(texts).not.toContain(Buffer.from(realityKeys.privateKey).toString('hex'))
  })

  it('a node token is limited to 600 requests a minute', async () => {
    const node = await test.addNode()
    const answers = await Promise.all(Array.from({ length: 610 }, () => test.ask(node, 'GET', 'config')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600)
    expect(answers.at(-1)?.statusCode).toBe(429)
    expect((await test.ask(await test.addNode(), 'GET', 'config')).statusCode).toBe(200)
  })
})

describe('REALITY keys', () => {
  const keysFrom = async (keys: { privateKey: string; publicKey: string }) => {
    const keyring = createKeyring(test.config.secretKey)
    const settings = { security: 'reality', serverName: 'www.example.org', shortId: '', ...keys } as const
    const name = `Keys ${Math.random()}`
    // Bypasses the check, like a node stored before the check existed.
    const added = await test.db.database.transaction((tx) =>
      addStoredNode(tx, keyring, {
        name,
        nodeGroup: 'keys',
        host: 'node.example.org',
        port: 443,
        serves: 'both',
        allowedNetworks: [],
        protocol: { protocol: 'vless', settings },
      }),
    )
    const { number, token } = added!
    const config = (await test.ask({ node: number, name, token }, 'GET', 'config')).json()
    const { nodes } = await readDirectory(test.db.database, keyring)
    return { node: config.tls_settings.private_key, apps: nodes.find((one) => one.name === name)?.protocol.settings }
  }

  it.each([
    ['in another alphabet', { publicKey: Buffer.from(realityKeys.publicKey, 'base64url').toString('base64') }],
    ['of another pair', { publicKey: 'iRlDSwP49qLMU6WJJI_sfKC7M626MR2k_4H63T9C-kE' }],
    ['with the private key as the public one', { publicKey: realityKeys.privateKey }],
  ])('REALITY keys stored %s are sent to apps and node as the pair of the private key', async (_how, change) => {
    const { node, apps } = await keysFrom({ ...realityKeys, ...change })
    expect(node).toBe(realityKeys.privateKey)
    expect(apps).toMatchObject(realityKeys)
  })
})

describe('operator', () => {
  const add = (more: object) => test.addNode(more)
  it('invalid node settings are explained to the operator', async () => {
    const { name } = await test.addNode()
    await expect(add({ name })).rejects.toThrow('already')
    await expect(add({ file: '{' })).rejects.toThrow('--file does not contain the settings of a vless node')
    const keyFile = (keys: object) =>
      JSON.stringify({ security: 'reality', serverName: 'www.example.org', shortId: '', ...realityKeys, ...keys })
    const { privateKey } = realityKeys
    await expect(add({ file: keyFile({ publicKey: privateKey }) })).rejects.toThrow('Every customer would receive it')
    await expect(add({ file: keyFile({ publicKey: 'iRlDSwP49qLMU6WJJI_sfKC7M626MR2k_4H63T9C-kE' }) })).rejects.toThrow(
      'does not belong to the private key',
    )
    await expect(add({ file: keyFile({ publicKey: '!'.repeat(43) }) })).rejects.toThrow(
      'does not contain the settings of a',
    )
    await expect(add({ file: keyFile({ publicKey: 'A'.repeat(44) }) })).rejects.toThrow('must have 32 bytes')
    await expect(add({ networks: ['300.1.1.1'] })).rejects.toThrow('--networks')
    const edit = (input: object) =>
      perform(test.db.database, 'nodes.edit', { node: name, ...input }, { config: test.config })
    await expect(edit({})).rejects.toThrow('Enter what should change')
    await expect(edit({ node: 'nowhere', port: 1 })).rejects.toThrow('There is no node')
    expect(await edit({ port: 8443, group: 'eu-2' })).toEqual({ name, changed: 'group, port' })
    const production = { ...test.config, environment: 'PROD' } as const
    const input = {
      name: 'clear',
      group: 'eu',
      protocol: 'vless',
      host: 'a.example',
      port: 80,
      serves: 'both',
      file: '{"security":"none"}',
    } as const
    await expect(perform(test.db.database, 'nodes.add', input, { config: production })).rejects.toThrow(
      'has security “none”, so all traffic would be unencrypted',
    )
  })
})

it('a traffic report during an account erasure waits for it and stores no usage of that account', async () => {
  const node = await test.addNode({ group: 'erasing' })
  const [gone, stays] = [await test.member(), await test.member()]
  const gate = createGate()
  const erasing = test.db.database.transaction(async (tx) => {
    await forgetDevices(tx, gone.userId)
    await forgetUsageOf(tx, gone.userId)
    await gate.pass()
  })
  await gate.arrived
  const payload = { [gone.number]: [1, 2], [stays.number]: [3, 4] }
  const reporting = test.ask(node, 'POST', 'push', { payload })
  await waitForWaiters(test, 1).finally(gate.open)
  expect([(await reporting).statusCode, await erasing]).toEqual([200, undefined])
  expect(await usageOf(gone.userId)).toEqual([])
  expect(await usageOf(stays.userId)).toEqual([{ up: '3', down: '4' }])
})
