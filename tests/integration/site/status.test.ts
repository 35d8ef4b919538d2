import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let page: http.Server
let origin: string
const asked: string[] = []
let answer: (response: http.ServerResponse) => void = (response) =>
  response.end(JSON.stringify({ status: { indicator: 'minor' } }))

beforeAll(async () => {
  app = await createTestApp()
  page = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(response)
  })
  await new Promise<void>((resolve) => void page.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
})
afterAll(async () => {
  page.closeAllConnections()
  page.close()
  await app.close()
})

const say = async (status: object) =>
  app.db.asOwner(
    `insert into settings (key, value) values ('proof', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ status })],
  )
const read = async () => (await app.call('/api/system/system_status', {})).data

test('without a status page or feed the status is empty, and nothing is requested', async () => {
  await app.db.asOwner(`delete from settings where key = 'proof'`)
  expect(await read()).toEqual({ state: null, ageSeconds: 0 })
  await say({ url: origin })
  expect(await read()).toEqual({ state: null, ageSeconds: 0 })
  expect(asked).toEqual([])
})

test('the service status comes from the feed, which is requested once for many visitors', async () => {
  await say({ url: origin, feed: `${origin}/a.json` })
  const all = await Promise.all(Array.from({ length: 30 }, read))
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['slow']))
  expect(asked).toEqual(['/a.json'])
})

test.each<[string, (response: http.ServerResponse) => void]>([
  ['leads elsewhere', (response) => response.writeHead(302, { location: '/a.json' }).end()],
  ['fails', (response) => response.writeHead(500).end(JSON.stringify({ status: { indicator: 'none' } }))],
  ['is no JSON', (response) => response.end('<p>All clear')],
  ['is endless', (response) => response.end(`{"status":{"indicator":"none"},"x":"${'x'.repeat(70_000)}"}`)],
  ['hangs up', (response) => response.destroy()],
])('a feed that %s gives an empty status without an error', async (name, wrong) => {
  answer = wrong
  asked.length = 0
  const path = `/${name.replaceAll(' ', '-')}`
  await say({ url: origin, feed: `${origin}${path}` })
  expect(await read()).toEqual({ state: null, ageSeconds: 0 })
  expect(asked).toEqual([path])
})

test('a PROD shop does not request the feed of a sample status page', async () => {
  answer = (response) => response.end(JSON.stringify({ status: { indicator: 'none' } }))
  asked.length = 0
  const forReal = await createTestApp({
    db: app.db,
    adjust: (config) => ({ ...config, environment: 'PROD' }),
  })
  const readThere = async () => (await forReal.call('/api/system/system_status', {})).data
  const feed = `${origin}/sample.json`
  const sample = { status: { url: origin, feed }, demo: true }
  await app.db.asOwner(`update settings set value = $1 where key = 'proof'`, [JSON.stringify(sample)])
  expect(await readThere()).toEqual({ state: null, ageSeconds: 0 })
  expect(asked).toEqual([])
  await say({ url: origin, feed })
  expect(await readThere()).toMatchObject({ state: 'clear' })
  await forReal.close()
})
