import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { TunnelState } from '#server/modules/tunnels/tunnel-state.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createGate } from '../payments/payments.setup.ts'
import { openTunnels, type TunnelTest, type User } from './tunnels.setup.ts'

let test: TunnelTest
beforeAll(async () => {
  test = await openTunnels()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => test.close())

/** State of a process whose database can fail or wait; counts the queries. */
function openState(maxAgeMs = 0) {
  const control = { isAway: false, asked: 0, before: async (): Promise<void> => {} }
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    control.asked++
    await control.before()
    if (control.isAway) throw new Error('the database is away')
    return work()
  }
  const { database: real } = test.db
  const database: Database = {
    ...real,
    query: (statement) => reach(() => real.query(statement)),
    one: (statement) => reach(() => real.one(statement)),
  }
  const { secretKey } = test.config
  const log = pino({ level: 'silent' })
  const deps = { database, digest: createKeyedDigest(secretKey), keyring: createKeyring(secretKey), log, maxAgeMs }
  const state = new TunnelState(deps)
  const idsOf = async () => {
    const { packed } = await state.usersOf({ group: 'outage', serves: 'both' })
    return (JSON.parse(gunzipSync(packed).toString()) as { users: User[] }).users.map(({ id }) => id)
  }
  return { state, control, idsOf }
}

it('while the database is away, members stay connected until their time ends', async () => {
  const { state, control, idsOf } = openState()
  const [stays, ends] = [await test.member(3_600), await test.member(600)]
  const node = await test.addNode()
  const before = await state.usersOf({ group: 'outage', serves: 'both' })
  expect(await idsOf()).toEqual(expect.arrayContaining([stays.number, ends.number]))
  await state.directory()
  control.isAway = true
  expect((await state.directory()).nodes.map(({ name }) => name)).toContain(node.name)
  vi.spyOn(Date, 'now').mockReturnValue(before.freshUntil + 1_000)
  const ids = await idsOf()
  expect([ids.includes(stays.number), ids.includes(ends.number)]).toEqual([true, false])
  expect((await state.usersOf({ group: 'outage', serves: 'both' })).etag).not.toBe(before.etag)
})

it('a process that never read the list of members answers with an error, and recovers with the database', async () => {
  const { state, control, idsOf } = openState()
  control.isAway = true
  await expect(state.directory()).rejects.toThrow('away')
  await expect(idsOf()).rejects.toThrow('away')
  control.isAway = false
  const { number } = await test.member()
  expect(await idsOf()).toContain(number)
  expect(await state.directory()).toHaveProperty('nodes')
})

it('fifty nodes asking at once cause one database read, which is then cached', async () => {
  const { control, idsOf } = openState(60_000)
  const lists = await Promise.all(Array.from({ length: 50 }, idsOf))
  expect(new Set(lists.map((ids) => ids.join())).size).toBe(1)
  expect(control.asked).toBe(2)
  await idsOf()
  expect(control.asked).toBe(2)
})

it('lists prepared at startup are served to nodes, and startup continues without a database', async () => {
  const { state, control } = openState(60_000)
  control.isAway = true
  await state.warm()
  control.isAway = false
  const node = await test.addNode({ group: 'warm' })
  await state.warm()
  const { asked } = control
  const [first, second] = [
    await state.usersOf({ group: 'warm', serves: 'both' }),
    await state.usersOf({ group: 'warm', serves: 'both' }),
  ]
  expect(second).toBe(first)
  expect(control.asked).toBe(asked)
  expect((await state.directory()).nodes.map(({ name }) => name)).toContain(node.name)
})

it('a member added while a list is being read is in the next list', async () => {
  const { state, control, idsOf } = openState()
  await test.member()
  const [stamped, gate] = [{ done: false }, createGate()]
  control.before = async () => {
    if (control.asked === 2 && !stamped.done) await gate.pass()
  }
  const building = state.usersOf({ group: 'outage', serves: 'both' })
  await gate.arrived
  const late = await test.member()
  stamped.done = true
  gate.open()
  await building
  expect(await idsOf()).toContain(late.number)
})
