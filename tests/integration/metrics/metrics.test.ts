import http from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShopState } from '#server/metrics/read-shop.ts'
import { readShop } from '#server/metrics/read-shop.ts'
import { openMetrics, type OpenMetrics } from '#server/metrics/open-metrics.ts'
import type { MetricsParts } from '#server/metrics/create-metrics.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import type { Lane } from '#server/platform/job-lanes.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { makeJobsDue } from '../../support/jobs.ts'

const log = pino({ level: 'silent' })
const token = 'a-token-that-no-one-guesses'
const open = new Set<OpenMetrics>()
let db: TestDatabase
let app: TestApp
let metrics: OpenMetrics
let stuck: Lane[] = []

async function show(parts: Partial<MetricsParts> = {}, secret: string | null = null): Promise<OpenMetrics> {
  const opened = await openMetrics(
    'METRICS_PORT',
    { host: '127.0.0.1', port: 0, token: secret },
    {
      log,
      readShop: () => readShop(db.database, null),
      pool: () => db.database.pool(),
      stuckLanes: () => stuck,
      ...parts,
    },
  )
  open.add(opened)
  return opened
}
const get = (place: string, { port } = metrics, authorization?: string) =>
  fetch(`http://127.0.0.1:${port}${place}`, { headers: authorization === undefined ? {} : { authorization } })
const scrape = async (of = metrics) => (await get('/metrics', of)).text()
const lines = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`))

beforeAll(async () => {
  db = await createTestDatabase()
  metrics = await show()
  app = await createTestApp({ db, measure: metrics.measure })
})
afterAll(async () => {
  for (const one of open) await one.stop()
  await app.close()
  await db.drop()
})

describe('metrics', () => {
  it('calls are counted by route pattern, without URLs, codes or personal data', async () => {
    await app.call('/api/system/system_client_config', {})
    await app.call('/api/user/user_register_username', { accountName: 'seen.by.metrics', password: 'x', agreed: true })
    await app.app.inject({ method: 'GET', url: '/s/SECRETLINKTOKEN0000000000' })
    await app.app.inject({ method: 'GET', url: '/no-such-place-SECRET?code=SECRET' })
    const text = await scrape()
    const calls = lines(text, 'wayfare_http_requests_total')
    expect(calls).toContain(
      'wayfare_http_requests_total{method="POST",route="/v4/test/api/system/system_client_config",status="2xx"} 1',
    )
    expect(calls).toContain('wayfare_http_requests_total{method="GET",route="none",status="4xx"} 1')
    expect(calls.some((line) => line.includes('user_register_username",status="4xx"'))).toBe(true)
    expect(text).toContain('wayfare_http_request_seconds_count{route="/v4/test/api/system/system_client_config"} 1')
    expect(text).not.toMatch(/SECRET|seen\.by\.metrics/)
    const routes = calls.map((line) => /route="([^"]*)"/.exec(line)?.[1] ?? '')
    const known = (route: string) =>
      route === 'none' ||
      app.app.hasRoute({ method: 'GET', url: route }) ||
      app.app.hasRoute({ method: 'POST', url: route })
    expect(routes.filter((route) => !known(route))).toEqual([])
  })

  it('an unknown HTTP method is counted as other', async () => {
    metrics.measure.answered({ method: 'PROPFIND', route: null, status: 404, seconds: 0 })
    expect(await scrape()).toContain('wayfare_http_requests_total{method="other",route="none",status="4xx"} 1')
  })

  it('metrics show depth and age of every queue and the results of its jobs', async () => {
    const fresh = await show()
    const handlers = {
      fine: async () => {},
      broken: async () => {
        throw new Error('no')
      },
    }
    const runner = createJobRunner({ database: db.database, log, handlers, schedules: [], measure: fresh.measure })
    await enqueueJob(db.database, 'fine', {}, { lane: 'settlement' })
    await enqueueJob(db.database, 'broken', {}, { lane: 'messages' })
    await runner.drain()
    await makeJobsDue(db.asOwner, { kind: 'broken' })
    await db.asOwner(
      `update pgboss.job set start_after = now() - interval '700 seconds' where data->>'kind' = 'broken'`,
    )
    await enqueueJob(db.database, 'fine', {}, { lane: 'tunnels', runAt: new Date(Date.now() + 3_600_000) })
    await db.asOwner(`insert into pgboss.job (name, data, source_name) values ('dead', '{"kind":"lost"}', 'alipay')`)
    const text = await scrape(fresh)
    expect(lines(text, 'wayfare_jobs_ended_total').toSorted()).toEqual([
      'wayfare_jobs_ended_total{lane="messages",kind="broken",outcome="failed"} 1',
      'wayfare_jobs_ended_total{lane="settlement",kind="fine",outcome="done"} 1',
    ])
    expect(text).toContain('wayfare_job_done_after_seconds_count{lane="settlement"} 1')
    expect(text).toContain('wayfare_jobs{lane="messages",state="due"} 1')
    expect(text).toContain('wayfare_jobs{lane="tunnels",state="waiting"} 1')
    expect(text).toContain('wayfare_jobs{lane="tunnels",state="due"} 0')
    expect(text).toContain('wayfare_jobs{lane="alipay",state="dead"} 1')
    const age = Number(/wayfare_jobs_oldest_due_seconds\{lane="messages"\} (\d+)/.exec(text)?.[1])
    expect(age).toBeGreaterThanOrEqual(700)
    expect(text).toContain('wayfare_jobs_oldest_due_seconds{lane="alipay"} 0')
  })

  it('metrics query the database at most once in ten seconds', async () => {
    let asked = 0
    const counted = await show({
      readShop: () => {
        asked += 1
        return readShop(db.database, null)
      },
    })
    expect(await scrape(counted)).toContain('wayfare_database_up 1')
    await scrape(counted)
    expect(asked).toBe(1)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no database'))],
    ['never answers', () => new Promise<ShopState>(() => {})],
  ])('when the database %s, metrics report it and show only process metrics', async (_how, answer) => {
    const alone = await show({ readShop: answer, readWithinMs: 30 })
    const text = await scrape(alone)
    expect(text).toContain('wayfare_database_up 0')
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).toMatch(/wayfare_database_connections\{state="busy"\} \d/)
    expect(text).not.toMatch(/^wayfare_(jobs|reviews|messages|orders|accounts)\w*(\{| )/m)
  })
})

describe('metrics port', () => {
  it('metrics require the token, and health does not', async () => {
    const guarded = await show({}, token)
    expect((await get('/metrics', guarded)).status).toBe(401)
    expect((await get('/metrics', guarded, `Bearer ${token}x`)).status).toBe(401)
    expect((await get('/metrics', guarded, token)).status).toBe(401)
    expect((await get('/metrics', guarded, `Bearer ${token}`)).status).toBe(200)
    expect((await get('/healthz', guarded)).status).toBe(200)
  })

  it('readiness is reported while queues make progress, and stuck queues are named', async () => {
    expect((await get('/readyz')).status).toBe(200)
    stuck = ['settlement']
    const answer = await get('/readyz')
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', stuckLanes: ['settlement'] }])
    expect(await scrape()).toContain('wayfare_lane_stuck{lane="settlement"} 1')
    expect((await get('/healthz')).status).toBe(200)
    stuck = []
    expect((await get('/readyz')).status).toBe(200)
  })

  it('other paths and methods are refused, and a used port is reported', async () => {
    expect((await get('/')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${metrics.port}/metrics`, { method: 'POST' })).status).toBe(405)
    const holder = http.createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const parts = { log, readShop: () => readShop(db.database, null), pool: () => db.database.pool(), stuckLanes: null }
    await expect(openMetrics('METRICS_PORT', { host: '127.0.0.1', port, token: null }, parts)).rejects.toThrow(
      `Port ${port} is in use. Stop what listens there, or set METRICS_PORT to another port.`,
    )
    await new Promise((resolve) => holder.close(resolve))
  })
})
