import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { groupEventsPath } from '#shared/contract/group.ts'
import { createGroupWatch, type CardText } from '#server/workflows/groups/watch-groups.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { until } from '../../support/live-stream.ts'
import { arrive, drop, openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
let app: TestApp
let origin: string
beforeAll(async () => {
  world = await openGroups()
  app = await createTestApp({ db: world.db, payments: () => world.deps.payments })
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

type Card = {
  version: number
  state: string
  freeSeats: number
  openSeats: number
  productName: string
  seats: { name: string | null }[]
}
type Stream = { status: number; headers: http.IncomingHttpHeaders; cards: Card[]; ended: Promise<void>; close(): void }

function watch(groupId: string, { language = 'en', localAddress = '127.0.0.1' } = {}): Promise<Stream> {
  const url = `${origin}${apiPrefix('TEST')}${groupEventsPath}?group=${groupId}&language=${language}`
  return new Promise((resolve, reject) => {
    const request = http.get(url, { localAddress, agent: false }, (response) => {
      const cards: Card[] = []
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (event.startsWith('event: group') && data) cards.push(JSON.parse(data) as Card)
        }
      })
      response.on('error', () => {})
      const ended = new Promise<void>((done) => response.on('close', () => done()))
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, cards, ended, close: () => request.destroy() })
    })
    request.on('error', reject)
  })
}

describe('live stream of a group', () => {
  it("the stream sends the group card at once and after each change, in the reader's language", async () => {
    const { groupId } = await world.paidGroup(3, 'pay_all')
    const [english, chinese] = [await watch(groupId), await watch(groupId, { language: 'zh_CN' })]
    expect(english.status).toBe(200)
    expect(english.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    await until(() => english.cards.length === 1 && chinese.cards.length === 1)
    expect(english.cards[0]).toMatchObject({ state: 'finished', freeSeats: 2, productName: '12 months' })
    expect(chinese.cards[0]).toMatchObject({ productName: '12 个月' })
    await world.joinFree(await world.user(), groupId)
    await until(() => english.cards.length === 2 && chinese.cards.length === 2)
    expect(english.cards[1]).toMatchObject({ freeSeats: 1, version: english.cards[0]!.version + 1 })
    expect(english.cards[1]!.seats.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^.\*\*\*.$/),
      expect.stringMatching(/^.\*\*\*.$/),
      null,
    ])
    english.close()
    chinese.close()
  })

  it('the stream answers 404 for an unknown group and 400 for an invalid code', async () => {
    expect((await watch('0000000000A')).status).toBe(404)
    expect((await watch('nonsense')).status).toBe(400)
  })

  it('the stream shows once that a seat lapsed and once that the group expired', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const share = await world.joinForPay(await world.user(), groupId)
    const stream = await watch(groupId)
    await until(() => stream.cards.length === 1)
    expect(stream.cards[0]).toMatchObject({ openSeats: 0 })
    // The reservation of the seat ends because time passes; no new version of the group is written.
    await world.closeWindow(share)
    await until(() => stream.cards.length === 2)
    expect(stream.cards[1]).toMatchObject({ openSeats: 1, version: stream.cards[0]!.version })
    await world.rows(
      `update groups set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [groupId],
    )
    await until(() => stream.cards.length === 3)
    expect(stream.cards[2]).toMatchObject({ state: 'expired', openSeats: 0, version: stream.cards[0]!.version })
    await sleep(2_200)
    expect(stream.cards).toHaveLength(3)
    stream.close()
  })

  it('the stream shows a lapsed seat as held while its chain payment is pending, and as open once that disappears', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const share = await world.joinForPay(await world.user(), groupId)
    await world.closeWindow(share)
    const stream = await watch(groupId)
    await until(() => stream.cards.length === 1)
    expect(stream.cards[0]).toMatchObject({ openSeats: 1 })
    // Neither step writes a new version of the group.
    await arrive(world, share)
    await until(() => stream.cards.length === 2)
    expect(stream.cards[1]).toMatchObject({ openSeats: 0, version: stream.cards[0]!.version })
    await drop(world, share)
    await until(() => stream.cards.length === 3)
    expect(stream.cards[2]).toMatchObject({ openSeats: 1, version: stream.cards[0]!.version })
    stream.close()
  })

  it('a poll of the database costs the same for one lapsed seat as for many', async () => {
    const costs: number[] = []
    for (const size of [1, 6]) {
      const asked: string[] = []
      const counted = new Proxy(world.db.database, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            asked.push((given[0] as { text?: string }).text ?? '')
            return Reflect.apply(value, target, given) as unknown
          }
        },
      })
      const groups = createGroupWatch(counted)
      for (let made = 0; made < size; made++) {
        const { groupId } = await world.paidGroup(2, 'pay_self')
        await world.closeWindow(await world.joinForPay(await world.user(), groupId))
        await groups.watch(groupId, 'en', () => {})
      }
      asked.length = 0
      /** Queries of each complete poll, which begins with that of the versions. */
      const polls = () => {
        const starts = asked.flatMap((text, at) => (text.includes('select id, version') ? [at] : []))
        return starts.slice(1).map((start, at) => start - starts[at]!)
      }
      // The first polls also read each group once, because its seat has lapsed.
      await expect.poll(() => polls().length > 3 && polls().at(-1) === polls().at(-2)).toBe(true)
      groups.stop()
      costs.push(polls().at(-1)!)
    }
    expect(costs[0]).toBeGreaterThan(1)
    expect(costs[1]).toBe(costs[0])
  })

  it('the stream finds changes again after the database connections were lost', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_all')
    const stream = await watch(groupId)
    await until(() => stream.cards.length === 1)
    await world.db.asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const isJoined = async () => {
      const joined = await Promise.allSettled([world.user().then((user) => world.joinFree(user, groupId))])
      return joined[0].status === 'fulfilled'
    }
    await until(isJoined)
    await until(() => stream.cards.length === 2)
    expect(stream.cards[1]!.version).toBeGreaterThan(stream.cards[0]!.version)
    stream.close()
  })

  it('one network may open a hundred streams, and a closed one makes room', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_all')
    const localAddress = '127.0.0.9'
    const streams = await Promise.all(Array.from({ length: 100 }, () => watch(groupId, { localAddress })))
    expect((await watch(groupId, { localAddress })).status).toBe(503)
    expect((await watch(groupId)).status).toBe(200)
    streams[0]!.close()
    await until(async () => (await watch(groupId, { localAddress })).status === 200)
    streams.forEach(({ close }) => close())
  })

  it('a change causes one database read, however many readers watch', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_all')
    let readings = 0
    const { database } = world.deps
    const counting: typeof database = {
      ...database,
      query: (statement) => {
        if (/from groups where id = any/.test(statement.text) && /productNames/.test(statement.text)) readings++
        return database.query(statement)
      },
    }
    const groups = createGroupWatch(counting)
    const received: CardText[][] = Array.from({ length: 500 }, () => [])
    for (const cards of received) await groups.watch(groupId, 'en', (card) => cards.push(card))
    expect(readings).toBe(1)
    await world.joinFree(await world.user(), groupId)
    await until(() => received.every((cards) => cards.length === 2))
    expect(readings).toBe(2)
    groups.stop()
  })

  it('streams end when the server closes', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_all')
    const second = await createTestApp({ db: world.db, payments: () => world.deps.payments })
    const address = await second.app.listen({ port: 0, host: '127.0.0.1' })
    const before = origin
    origin = address
    const stream = await watch(groupId)
    origin = before
    await until(() => stream.cards.length === 1)
    await second.close()
    await stream.ended
    expect(stream.cards).toHaveLength(1)
  })
})
