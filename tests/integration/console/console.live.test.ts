import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, describe, it } from 'vitest'
import type { HereAnswer, LiveCounts, Spot } from '#shared/console-live.ts'
import { createUser } from '#tests/support/factories.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { openLive, until, type LiveEvent, type LiveStream } from '#tests/support/live-stream.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let shop: TestApp
let origin: string
let desk: OperatorDesk
let ann: Person
let wei: { desk: OperatorDesk; person: Person }
let vic: { desk: OperatorDesk; person: Person }
const streams: LiveStream[] = []

beforeAll(async () => {
  shop = await createTestApp()
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  desk = await OperatorDesk.open(shop.db, shop.config)
  ann = await desk.firstOwner()
  await desk.signIn(ann)
  wei = await desk.hire('wei', 'support')
  vic = await desk.hire('vic', 'viewer')
})
beforeEach(() => shop.db.asOwner('delete from limit_counters'))
afterEach(() => streams.splice(0).forEach((stream) => stream.close()))
afterAll(async () => {
  for (const each of [wei.desk, vic.desk, desk]) await each.close()
  await shop.close()
})

async function signedIn(person: Person): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
  const { name, secret } = person
  expect((await browser.signIn({ name, secret, code: await desk.code(person) })).http).toBe(200)
  return browser
}
async function watch({ cookie }: ConsoleBrowser): Promise<LiveStream> {
  const stream = await openLive(origin, cookie)
  streams.push(stream)
  return stream
}
const countsOf = ({ events }: LiveStream): LiveCounts => events.findLast((event) => event.kind === 'counts')?.data ?? {}
const changesOf = ({ events }: LiveStream) => events.flatMap((event) => (event.kind === 'change' ? [event.data] : []))
const openReview = () =>
  shop.db.asOwner(
    `insert into review_items (id, reason, subject, details) values (gen_random_uuid(), 'figures_differ', $1, '{}')`,
    [randomUUID()],
  )
const hint = () => shop.db.asOwner(`select pg_notify('desk_changed', '')`)

describe('live stream of the console', () => {
  it('the stream starts with the counts that the role may read and sends changes', async () => {
    const [support, viewer] = [await watch(await signedIn(wei.person)), await watch(await signedIn(vic.person))]
    expect(support.status).toBe(200)
    expect(support.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await until(() => countsOf(support).reviews === 0 && countsOf(viewer).reviews === 0)
    expect(countsOf(support)).toHaveProperty('messages', 0)
    expect(countsOf(viewer)).not.toHaveProperty('messages')
    await openReview()
    await hint()
    await until(() => countsOf(support).reviews === 1)
    expect(changesOf(support)).toContainEqual({ list: 'reviews', version: expect.stringMatching(/^[\w-]{16}$/) })
    expect(JSON.stringify(support.events)).not.toContain('figures_differ')
  })

  it('a streamed count equals the length of the list over all pages', async () => {
    for (let each = 0; each < 205; each++) await openReview()
    const browser = await signedIn(wei.person)
    const stream = await watch(browser)
    await until(() => countsOf(stream).reviews !== undefined)
    let listed = 0
    for (let after: unknown; after !== null;) {
      const { data } = await browser.read('reviews.list', after === undefined ? {} : { after })
      const page = data.output as { items: unknown[]; next: unknown }
      listed += page.items.length
      after = page.next
    }
    expect(countsOf(stream).reviews).toBe(listed)
    expect(listed).toBeGreaterThan(200)
    await shop.db.asOwner('delete from review_items')
  })

  it('the stream finds a change without a notification', async () => {
    const stream = await watch(await signedIn(wei.person))
    await until(() => countsOf(stream).reviews === 0)
    await openReview()
    await until(() => countsOf(stream).reviews === 1)
    expect(changesOf(stream)).toContainEqual(expect.objectContaining({ list: 'reviews' }))
  })

  it('the stream announces which page another operator changed and its version, without content', async () => {
    const stream = await watch(await signedIn(vic.person))
    await until(() => countsOf(stream).reviews !== undefined)
    await wei.desk.signIn(wei.person)
    await wei.desk.run(['notice', 'set', '--en', 'A secret plan', '--zh', '计划'])
    await until(() => changesOf(stream).some((change) => 'place' in change && change.place === 'texts'))
    const change = changesOf(stream).find((each) => 'place' in each)!
    expect(Object.keys(change).toSorted()).toEqual(['id', 'place', 'version'])
    expect(JSON.stringify(stream.events)).not.toContain('A secret plan')
  })

  it('the stream requires a sign-in and allows six connections per operator', async () => {
    expect((await openLive(origin, '')).status).toBe(401)
    const browser = await signedIn(vic.person)
    for (let each = 0; each < 6; each++) expect((await watch(browser)).status).toBe(200)
    expect((await watch(browser)).status).toBe(503)
    streams[0]!.close()
    await until(async () => (await watch(browser)).status === 200)
  })

  it('the stream ends after signing out elsewhere', async () => {
    const browser = await signedIn(vic.person)
    const stream = await watch(browser)
    await until(() => countsOf(stream).reviews !== undefined)
    await browser.ask('POST', '/sign-out', {})
    await stream.ended
    expect(stream.events.at(-1)).toEqual({ kind: 'end', data: null })
  })

  it('the stream ends when its operator is disabled', async () => {
    await desk.signIn(ann)
    const gone = await desk.hire('gus', 'viewer')
    const stream = await watch(await signedIn(gone.person))
    await until(() => countsOf(stream).reviews !== undefined)
    await shop.db.asOwner(`update operators set disabled_at = now() where name = 'gus'`)
    await hint()
    await stream.ended
    expect(stream.events.at(-1)).toEqual({ kind: 'end', data: null })
    await gone.desk.close()
  })

  it('the stream does not extend a session: it ends after 30 minutes without use', async () => {
    const browser = await signedIn(vic.person)
    const stream = await watch(browser)
    await until(() => countsOf(stream).reviews !== undefined)
    const pass = (minutes: number) =>
      shop.db.asOwner('update operator_sessions set seen_at = seen_at - make_interval(mins => $1)', [minutes])
    await pass(20)
    await hint()
    await here(browser, { place: 'orders', id: 'A' })
    await pass(11)
    await hint()
    await stream.ended
    expect((await browser.read('plans.list')).http).toBe(401)
  })

  it("the stream continues with the operator's current role", async () => {
    await desk.signIn(ann)
    const hal = await desk.hire('hal', 'viewer')
    const stream = await watch(await signedIn(hal.person))
    await until(() => countsOf(stream).reviews !== undefined)
    expect(countsOf(stream)).not.toHaveProperty('messages')
    await shop.db.asOwner(`update operators set role = 'support' where name = 'hal'`)
    await hint()
    await until(() => countsOf(stream).messages === 0)
    await hal.desk.close()
  })
})

const here = (browser: ConsoleBrowser, spot: Spot | null, tab: string = randomUUID()) =>
  browser.ask<HereAnswer>('POST', '/here', { tab, spot })
const hears = (stream: LiveStream, kind: LiveEvent['kind']) => stream.events.filter((event) => event.kind === kind)

describe('presence in the console', () => {
  it('two operators on the same page see each other, and notice when one leaves', async () => {
    const spot = { place: 'people', id: '482019337' } as const
    const [one, two] = [await signedIn(wei.person), await signedIn(vic.person)]
    const [first, second] = [await watch(one), await watch(two)]
    const tab = randomUUID()
    expect((await here(one, spot)).data.others).toEqual([])
    expect((await here(two, spot, tab)).data.others).toEqual(['wei'])
    await until(() => hears(first, 'here').some(({ data }) => JSON.stringify(data) === JSON.stringify(spot)))
    expect((await here(one, spot)).data.others).toEqual(['vic'])
    await here(two, null, tab)
    expect((await here(one, spot)).data.others).toEqual([])
    // An operator who is not on the page is not told who arrives.
    const before = hears(second, 'here').length
    await here(one, { place: 'orders', id: 'A1B2' })
    expect(hears(second, 'here')).toHaveLength(before)
    // The stream never contains operator names; pages request them.
    expect(JSON.stringify([...first.events, ...second.events])).not.toMatch(/"wei"|"vic"/)
  })

  it('presence includes operators connected to another server process', async () => {
    const twin = await createTestApp({ db: shop.db })
    const [one, two] = [await signedIn(wei.person), await signedIn(vic.person)]
    const away = new ConsoleBrowser(twin.app, twin.config.publicOrigin)
    away.cookie = two.cookie
    const spot = { place: 'orders', id: randomUUID() } as const
    // Each process starts listening with its first operator, and learns of the other shortly after.
    const seen = new Set<string>()
    await until(async () => {
      for (const browser of [one, away]) for (const name of (await here(browser, spot)).data.others) seen.add(name)
      return seen.size === 2
    })
    expect([...seen].toSorted()).toEqual(['vic', 'wei'])
    await twin.app.close()
  })

  it('the viewed page is notified when its object changes without an operator', async () => {
    const { userId, uid } = await createUser(shop.db.database)
    const spot = { place: 'people', id: String(uid) } as const
    const browser = await signedIn(vic.person)
    const stream = await watch(browser)
    await here(browser, spot)
    const heard = () => changesOf(stream).filter((change) => 'place' in change && change.id === spot.id).length
    await hint()
    await until(() => heard() === 1)
    await hint()
    const { version } = changesOf(stream).find((change) => 'place' in change && change.id === spot.id)!
    await shop.db.asOwner(
      `insert into memberships (user_id) values ($1) on conflict (user_id) do update set version = memberships.version + 1`,
      [userId],
    )
    await hint()
    await until(() => heard() === 2)
    expect(changesOf(stream).at(-1)).not.toMatchObject({ version })
  })
})
