import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createLog, currentRequest, runForRequest } from '#server/platform/log.ts'
import { registerThroughApi } from '../../support/app.ts'
import { eventually, openShop, payAddress, plan, type Shop } from '../payments/payments.setup.ts'

type Line = { msg: string; reqId?: string; path?: string; order?: string; event?: string; job?: string; kind?: string }
let text = ''
const lines = (msg: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg)
function find(msg: string): Line {
  const found = lines(msg)
  expect(found, msg).toHaveLength(1)
  return found[0]!
}
let shop: Shop
beforeAll(async () => {
  const into = new Writable({ write: (chunk: Buffer, _encoding, done) => ((text += chunk.toString()), done()) })
  shop = await openShop({ log: createLog('TEST', 'debug', into) })
})
afterAll(() => shop.close())

it('the request id leads from the purchase call through the notification to the job', async () => {
  const { token } = await registerThroughApi(shop.app, 'followed.buyer')
  const input = { goodsId: plan.id, currency: 'CNY', method: 'alipay', expectedTotalMinor: plan.totalMinor } as const
  const { data } = await shop.app.call(
    '/api/payment/payment_purchase',
    { ...input, idempotencyKey: randomUUID() },
    { token },
  )
  const asked = find('asked to pay')
  expect(asked.order).toBe(data.orderId)
  await fetch(payAddress(data.pay))
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts', [])
  await shop.switchboard('POST', `alipay/bills/${attempt!.id}/pay`, { notify: 1 })
  await eventually(() => lines('notification kept').length > 0)
  const kept = find('notification kept')
  await shop.work()
  const settled = find('notification settled')
  expect([settled.event, settled.order]).toEqual([kept.event, data.orderId])

  const ofCall = lines('answered').find(({ path }) => path?.endsWith('/payment_purchase'))
  const ofNotification = lines('answered').find(({ path }) => path === '/webhooks/alipay')
  const ofJob = lines('job done').find(({ kind }) => kind === 'process-provider-event')
  expect(asked.reqId).toBe(ofCall?.reqId)
  expect(kept.reqId).toBe(ofNotification?.reqId)
  expect([settled.reqId, ofJob?.reqId]).toEqual([kept.reqId, kept.reqId])
  expect(kept.reqId).not.toBe(asked.reqId)
  for (const line of text.split('\n')) expect(line.match(/"reqId"/g)?.length ?? 0).toBeLessThan(2)
})

it('the request id is passed to jobs created by a job, and absent from jobs created without a request', async () => {
  const { database, log } = shop.deps
  const seen: unknown[] = []
  const runner = createJobRunner({
    database,
    log,
    schedules: [],
    handlers: {
      first: async () => enqueueJob(database, 'second', {}),
      second: async () => void seen.push(currentRequest()),
    },
  })
  await runForRequest('the-first-call', () => enqueueJob(database, 'first', {}))
  await runner.drain()
  await enqueueJob(database, 'second', {})
  await runForRequest('another-call', () => runner.drain())
  expect(seen).toEqual(['the-first-call', undefined])
})
