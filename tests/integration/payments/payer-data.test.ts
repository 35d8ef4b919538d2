import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createErrorRecorder, type ErrorRecorder } from '#server/modules/error-reports/error-reports.service.ts'
import { listNotifications } from '#server/modules/payments/notification-bodies.queries.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { destroyOldNotifications } from '#server/modules/payments/payment-traces.service.ts'
import { compareAttempt } from '#server/workflows/payments/review/compare-payments.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { cardHolderOf } from '#simulators/fake-gateway/card-holder.ts'
import type { Gateway } from '#simulators/fake-gateway/fake-gateway.ts'
import { customerInfo } from '#simulators/unionpay/gateway.ts'
import { dumpTexts } from '../../support/dump-texts.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'
import {
  alipayDriver,
  post,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from './providers.setup.ts'
import { createKeyring } from '#server/platform/keyring.ts'

/** Dummy key: nothing is encrypted here. */
const keyring = createKeyring(Buffer.alloc(32))

let shop: Shop
let recorder: ErrorRecorder
const logged: string[] = []
const log = createLog(
  'TEST',
  'trace',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  }),
)
beforeAll(async () => {
  shop = await openShop({
    timeoutMs: 1_000,
    log,
    errors: (db) => (recorder ??= createErrorRecorder(db.database, log)),
  })
})
afterAll(() => shop.close())

function tracesOf(driver: GatewayDriver, { attemptId }: Placed): string[] {
  const { txn } = shop.simulator.counters[driver.id as Gateway].fakeGateway.get(attemptId)
  const { name, email, maskedEmail, phone, street, city, maskedAccount, openId } = cardHolderOf(txn)
  return [name, email, maskedEmail, phone, phone.slice(3), street, city, maskedAccount, openId, customerInfo({ txn })]
    .flatMap((trace) => [trace, encodeURIComponent(trace)])
    .map((trace) => trace.toLowerCase())
}

const found = async (traces: readonly string[]): Promise<string[]> => {
  await recorder.flush()
  const places = { ...(await dumpTexts(shop.app.db)), log: logged.join('\n').toLowerCase() }
  expect(Object.keys(places).length).toBeGreaterThan(150)
  return Object.entries(places).flatMap(([place, text]) =>
    traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${place}`),
  )
}

const order = async (driver: GatewayDriver): Promise<Placed> => {
  const placed = await shop.order({ method: driver.method, currency: driver.currency, totalMinor: driver.totalMinor })
  await shop.visit(placed)
  return placed
}
async function paid(driver: GatewayDriver): Promise<Placed> {
  const placed = await order(driver)
  driver.pay(placed, { notify: 0 })
  expect(await post(shop, driver.id, driver.notification(placed))).toBe(200)
  await shop.work()
  expect(await shop.books(placed)).toMatchObject({ status: 'paid' })
  return placed
}
const bodies = ({ orderId }: Placed) =>
  shop.rows<{ sealed: Buffer | null; digest: string; headers: object }>(
    `select e.sealed, encode(e.raw_digest, 'hex') as digest, e.headers from provider_events e
     join payment_attempts a on a.id = e.attempt_id where a.order_id = $1`,
    [orderId],
  )
async function erase({ userId }: Placed): Promise<void> {
  await shop.rows(
    `insert into account_deletions (user_id, erase_at) values ($1, now())
     on conflict (user_id) do update set erase_at = now()`,
    [userId],
  )
  expect(await eraseDueAccounts(shop.deps.database)).toBe(1)
}

const drivers: [string, (open: Shop) => GatewayDriver][] = [
  ['Alipay', alipayDriver],
  ['WeChat Pay', wechatDriver],
  ['UnionPay', unionpayDriver],
  ['Stripe, by card', (open) => stripeDriver(open, 'card', 'USD', 4_490)],
  ['Stripe, by Alipay', (open) => stripeDriver(open, 'alipay', 'USD', 4_490)],
]

describe.each(drivers)('payer data at %s', (_name, take) => {
  it('payer data appear in no column, log or error report in clear text after payment, forgery, refund or comparison', async () => {
    const driver = take(shop)
    const placed = await paid(driver)
    const sent = driver.notification(placed)
    // Proves that the search works: the notification names the payer in clear, except at WeChat Pay, which encrypts it.
    const named = tracesOf(driver, placed).filter((trace) => sent.body.toLowerCase().includes(trace))
    expect(named.length > 0).toBe(driver.id !== 'wechat')
    for (const [, notification] of driver.forgeries(placed)) await post(shop, driver.id, notification)
    await requestRefund(shop.deps.database, {
      orderId: placed.orderId,
      amountMinor: 'all',
      reason: 'asked for',
      requestedBy: ada,
    })
    for (const kind of ['unsigned', 'another', 'reset'] as const) driver.fault('refund', kind)
    for (let round = 0; round < 4; round++) await shop.work()
    const provider = driver.id
    for (const kind of ['compare-payments', 'compare-bills'])
      await enqueueJob(shop.deps.database, kind, { provider }, { lane: provider })
    await shop.work()
    expect((await bodies(placed)).every(({ sealed }) => sealed !== null)).toBe(true)
    expect(await found(tracesOf(driver, placed))).toEqual([])
    expect(logged.length).toBeGreaterThan(0)
  })

  it('the shop can decrypt payer data until the account is erased, and not afterwards', async () => {
    const driver = take(shop)
    const placed = await paid(driver)
    const sent = driver.notification(placed)
    const [event] = await shop.rows<{ id: string }>(`select e.id from provider_events e where attempt_id = $1`, [
      placed.attemptId,
    ])
    const [kept] = await bodies(placed)
    expect(shop.deps.payments.vault.open(event!.id, kept!.sealed!).toString('utf8')).toBe(sent.body)
    expect(() => shop.deps.payments.vault.open(placed.attemptId, kept!.sealed!)).toThrow('authenticate')
    const facts = (await shop.books(placed)).facts
    await erase(placed)
    const digest = createHash('sha256').update(sent.body).digest('hex')
    expect(await bodies(placed)).toEqual([{ sealed: null, digest, headers: {} }])
    expect((await shop.books(placed)).facts).toEqual(facts)
    expect(await found(tracesOf(driver, placed))).toEqual([])
  })
})

describe('provider notifications', () => {
  it('a notification about an erased account is processed, but neither it nor the payer is stored', async () => {
    const driver = wechatDriver(shop)
    const placed = await order(driver)
    driver.pay(placed, { notify: 0 })
    await erase(placed)
    expect(await post(shop, driver.id, driver.notification(placed))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ facts: ['paid 26800 CNY'] })
    expect(await bodies(placed)).toMatchObject([{ sealed: null, headers: {} }])
    expect(await shop.rows('select 1 from payment_payers where user_id = $1', [placed.userId])).toEqual([])
  })

  it('no payer is stored when the payment of an erased account is found by query or comparison', async () => {
    for (const how of ['asked', 'compared'] as const) {
      const driver = wechatDriver(shop)
      const placed = await order(driver)
      await erase(placed)
      driver.pay(placed, { notify: 0 })
      const attempt = await findAttempt(shop.deps.database, placed.attemptId)
      await { asked: reconcileAttempt, compared: compareAttempt }[how](shop.deps, attempt!)
      expect(await shop.books(placed)).toMatchObject({ facts: ['paid 26800 CNY'] })
      expect(await shop.rows('select 1 from payment_payers where user_id = $1', [placed.userId])).toEqual([])
    }
  })

  it('the payer is stored when a payment is found by comparison', async () => {
    const driver = stripeDriver(shop, 'card', 'USD', 4_490)
    const placed = await order(driver)
    driver.pay(placed, { notify: 0 })
    await compareAttempt(shop.deps, (await findAttempt(shop.deps.database, placed.attemptId))!)
    expect(await shop.books(placed)).toMatchObject({ facts: ['paid 4490 USD'] })
    expect(await shop.rows('select 1 from payment_payers where user_id = $1', [placed.userId])).toHaveLength(1)
  })

  it('a notification is destroyed 180 days after the last fact about its order, and not a day earlier', async () => {
    const driver = alipayDriver(shop)
    const [young, old, stirred] = [await paid(driver), await paid(driver), await paid(driver)]
    const age = async ({ attemptId }: Placed, days: string, factDays = days) => {
      await shop.rows(`update provider_events set received_at = now() - $2::interval where attempt_id = $1`, [
        attemptId,
        days,
      ])
      await shop.rows(`update payment_facts set recorded_at = now() - $2::interval where attempt_id = $1`, [
        attemptId,
        factDays,
      ])
    }
    await age(young, '179 days 23 hours')
    await age(old, '180 days 1 minute')
    await age(stirred, '200 days', '179 days 23 hours')
    await destroyOldNotifications(shop.deps.database)
    const isKept = async (placed: Placed) => (await bodies(placed)).map(({ sealed }) => sealed !== null)
    expect([await isKept(young), await isKept(old), await isKept(stirred)]).toEqual([[true], [false], [true]])
  })

  it('a notification about no known order is destroyed 180 days after it arrived', async () => {
    const id = '01890000-0000-7000-8000-000000000001'
    const sealed = shop.deps.payments.vault.seal(id, Buffer.from('a stranger'))
    await shop.rows(
      `insert into provider_events (id, provider, event_id, sealed, raw_digest, headers, received_at)
       values ($1, 'alipay', 'stranger', $2, sha256('x'), '{}', now() - interval '181 days')`,
      [id, sealed],
    )
    await destroyOldNotifications(shop.deps.database)
    expect(await shop.rows('select sealed from provider_events where id = $1', [id])).toEqual([{ sealed: null }])
  })

  it('a notification without facts is stored only as a digest', async () => {
    const body = 'an event of a kind that says nothing about money'
    const { receiveNotification } = await import('#server/workflows/payments/attempts/receive-notification.ts')
    const silent = {
      ...shop.deps,
      payments: {
        ...shop.deps.payments,
        byId: () => ({
          ...shop.deps.payments.byId('stripe'),
          parseNotification: () => ({ eventId: 'evt_silent', facts: [] }),
        }),
      },
    }
    const answer = await receiveNotification(silent, 'stripe', { raw: Buffer.from(body), headers: { a: 'b' } })
    expect(answer.status).toBe(200)
    expect(
      await shop.rows(
        `select sealed, headers, encode(raw_digest, 'hex') as digest from provider_events where event_id like 'evt_silent%'`,
      ),
    ).toEqual([{ sealed: null, headers: {}, digest: createHash('sha256').update(body).digest('hex') }])
  })

  it('the data export lists each notification with its time, its order and whether it is still stored', async () => {
    const placed = await paid(alipayDriver(shop))
    const [row] = await shop.rows<{ number: string }>('select number from orders where id = $1', [placed.orderId])
    const exported = async () =>
      (await exportData({ database: shop.deps.database, keyring }, placed.userId, 'en')).paymentNotices
    const notice = { orderNumber: row!.number, provider: 'alipay', at: expect.any(Number) }
    expect(await exported()).toEqual([{ ...notice, isKept: true }])
    await erase(placed)
    expect(await listNotifications(shop.deps.database, [placed.orderId])).toMatchObject([{ isKept: false }])
  })
})
