import { createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { processProviderEvent } from '#server/workflows/payments/attempts/receive-notification.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { returnUrlOf } from '#simulators/alipay/wire.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'
import { readForm } from './providers.setup.ts'
import { waitingJobs } from '../../support/jobs.ts'

let shop: Shop
let placed: Placed
let providerKey: string
let valid: Record<string, string>
beforeAll(async () => {
  shop = await openShop()
  providerKey = readFileSync(path.join(inject('dataDir'), 'keys/alipay-provider-private.pem'), 'utf8')
})
afterAll(() => shop.close())
beforeEach(async () => {
  placed = await shop.order({ device: 'phone' })
  await shop.visit(placed)
  await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`, { notify: 0 })
  valid = paramsOf(placed)
})

const paramsOf = ({ attemptId }: Placed) =>
  readForm(shop.simulator.counters.alipay.fakeGateway.notices.findLast(({ number }) => number === attemptId)!)

const post = async (
  params: Record<string, string>,
  contentType = 'application/x-www-form-urlencoded; charset=utf-8',
) => {
  const response = await fetch(`${shop.app.config.publicOrigin}/webhooks/alipay`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new URLSearchParams(params).toString(),
  })
  return { status: response.status, body: await response.text() }
}

function resign(
  change: Record<string, string | undefined>,
  { key = providerKey, algorithm = 'RSA-SHA256' } = {},
): Record<string, string> {
  const params = Object.fromEntries(
    Object.entries({ ...valid, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const content = Object.keys(params)
    .filter((name) => !['sign', 'sign_type'].includes(name))
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&')
  return { ...params, sign: createSign(algorithm).update(content, 'utf8').sign(key, 'base64') }
}
const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string
const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

describe('forged or unusual notification (invariant 4)', () => {
  const forgeries: [string, () => Record<string, string>][] = [
    ['without a signature', () => ({ ...valid, sign: '' })],
    ['with a broken signature', () => ({ ...valid, sign: flip(valid.sign!) })],
    ['with an amount changed after signing', () => ({ ...valid, total_amount: '0.01' })],
    ['with another order changed in after signing', () => ({ ...valid, out_trade_no: '01JOTHERORDER0000000000000' })],
    ["signed by a stranger's key, as of a sandbox", () => resign({}, { key: strangersKey })],
    ['signed with SHA-1', () => ({ ...resign({ sign_type: 'RSA' }, { algorithm: 'RSA-SHA1' }), sign_type: 'RSA' })],
    ['that does not name its algorithm', () => resign({ sign_type: undefined })],
    ['for another app', () => resign({ app_id: '2026000000000002' })],
    ['for another seller', () => resign({ seller_id: '2088000000000002' })],
    ['without an id', () => resign({ notify_id: undefined })],
    ['of another kind', () => resign({ notify_type: 'dispute_sync' })],
    ['with an amount that is none', () => resign({ total_amount: '268.000' })],
    ['in a status no one knows', () => resign({ trade_status: 'TRADE_DREAMT' })],
    [
      "that is the browser's signed return",
      () => {
        const trade = shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId)
        return Object.fromEntries(
          new URL(returnUrlOf(trade, { at: Date.now(), privateKeyPem: providerKey })).searchParams,
        )
      },
    ],
    ['that is empty', () => ({})],
  ]

  it.each(forgeries)('a notification %s changes nothing and is not acknowledged', async (_name, forge) => {
    const reply = await post(forge())
    expect(reply).toEqual({ status: 400, body: 'fail' })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [], reviews: [] })
    expect(
      await shop.rows(`select id from provider_events where starts_with(event_id, $1 || chr(32))`, [valid.notify_id]),
    ).toEqual([])
  })

  it('the unchanged notification is accepted, so each forgery fails only for its change', async () => {
    expect(await post(resign({}))).toEqual({ status: 200, body: 'success' })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it.each([
    [{ total_amount: '267.99' }, 'amount_mismatch'],
    [{ total_amount: '268.01' }, 'amount_mismatch'],
    [{ trans_currency: 'USD' }, 'currency_mismatch'],
    [{ trans_currency: 'HKD' }, 'currency_mismatch'],
  ])('a correctly signed notification with %j goes to review and grants nothing', async (change, reason) => {
    expect((await post(resign(change))).body).toBe('success')
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'review', grants: 0, reviews: [reason] })
  })

  it('two notifications with the same id about different orders both take effect', async () => {
    const second = await shop.order({ device: 'phone' })
    await shop.visit(second)
    await shop.switchboard('POST', `alipay/bills/${second.attemptId}/pay`, { notify: 0 })
    const own = paramsOf(second)
    for (let round = 0; round < 2; round++) {
      expect((await post(resign({}))).body).toBe('success')
      expect((await post(resign({ ...own, notify_id: valid.notify_id }))).body).toBe('success')
    }
    await shop.work()
    for (const one of [placed, second]) expect(await shop.books(one)).toMatchObject({ status: 'paid', grants: 1 })
    const events = await shop.rows(`select from provider_events where starts_with(event_id, $1 || chr(32))`, [
      valid.notify_id,
    ])
    expect(events).toHaveLength(2)
  })

  it('a payment notification for an unknown order opens one review', async () => {
    const stranger = { out_trade_no: '01JNOBODYSORDER00000000000', trade_no: 'T-nobody', notify_id: 'nobody-1' }
    for (let round = 0; round < 2; round++) expect((await post(resign(stranger))).body).toBe('success')
    await shop.work()
    expect(
      await shop.rows(
        `select r.order_id as "order", r.reason, r.details, split_part(e.event_id, ' ', 1) as event from review_items r
         join provider_events e on e.id = r.provider_event_id`,
      ),
    ).toEqual([
      {
        order: null,
        reason: 'unknown_payment',
        event: 'nobody-1',
        details: {
          provider: 'alipay',
          attemptId: '01JNOBODYSORDER00000000000',
          statements: [{ kind: 'paid', providerTxnId: 'T-nobody', amountMinor: 26_800, currency: 'CNY' }],
        },
      },
    ])
    expect(await waitingJobs(shop.rows, 'process-provider-event')).toEqual([])
  })

  it('a closing notification for an unknown order opens no review and no job', async () => {
    const before = await shop.rows('select id from review_items')
    const closing = { out_trade_no: '01JNOBODYSORDER00000000001', trade_status: 'TRADE_CLOSED', notify_id: 'nobody-2' }
    expect((await post(resign({ ...closing, gmt_payment: undefined }))).body).toBe('success')
    await shop.work()
    expect(await shop.rows('select id from review_items')).toEqual(before)
    expect(await waitingJobs(shop.rows, 'process-provider-event')).toEqual([])
  })

  // Frameworks decoded or escaped values once more before the check: alipay/alipay-easysdk#58 and yansongda/pay#180
  // (quotes of the JSON list, escaped `passback_params`), yansongda/pay#681 (plus sign).
  it.each([
    { subject: '100% off & more = 12 个月 +%zz' },
    { fund_bill_list: '[{"amount":"268.00","fundChannel":"PCREDIT"}]' },
    { passback_params: '%7B%22user_id%22%3A1%7D' },
    { body: '<b>12 &quot;months&quot;</b>' },
  ])('a notification with the special characters of %j is accepted', async (values) => {
    expect((await post(resign(values))).body).toBe('success')
  })

  it('a notification that is too large gets 413', async () => {
    expect((await post({ ...valid, filler: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

describe('acknowledgement (invariant 11)', () => {
  it('a notification is not acknowledged before its event is stored', async () => {
    await shop.rows('alter table provider_events rename to provider_events_away')
    const reply = await post(valid)
    await shop.rows('alter table provider_events_away rename to provider_events')
    expect(reply).toEqual({ status: 503, body: 'fail' })
    expect((await post(valid)).body).toBe('success')
  })

  it('the event and its job are stored together or not at all', async () => {
    await shop.rows('alter table pgboss.job_common rename to job_away')
    const reply = await post(valid)
    await shop.rows('alter table pgboss.job_away rename to job_common')
    expect(reply.body).toBe('fail')
    expect(
      await shop.rows('select id from provider_events where starts_with(event_id, $1 || chr(32))', [valid.notify_id]),
    ).toEqual([])
    expect((await post(valid)).body).toBe('success')
    await shop.work()
    expect((await shop.books(placed)).status).toBe('paid')
  })

  it('a failed commit leaves no job and no acknowledgement', async () => {
    const before = await shop.rows('select id from pgboss.job')
    await shop.rows(`create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
    await shop.rows(
      `create constraint trigger refuse_commit after insert on provider_events deferrable initially deferred
       for each row execute function refuse_commit()`,
    )
    const reply = await post(valid)
    await shop.rows('drop trigger refuse_commit on provider_events')
    await shop.rows('drop function refuse_commit')
    expect(reply.body).toBe('fail')
    expect(await shop.rows('select id from pgboss.job')).toEqual(before)
    expect((await post(valid)).body).toBe('success')
  })

  it('a failed job is retried from the stored event, without another notification', async () => {
    await shop.rows('alter table membership_grants rename to membership_grants_away')
    expect((await post(valid)).body).toBe('success')
    await shop.work()
    await shop.rows('alter table membership_grants_away rename to membership_grants')
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', facts: [], grants: 0 })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('settles the attempt that the notification itself names, not the one that was stored beside it', async () => {
    const other = await shop.order()
    await post(valid)
    await shop.rows('update provider_events set named_attempt = $1 where named_attempt = $2', [
      other.attemptId,
      placed.attemptId,
    ])
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect(await shop.books(other)).toMatchObject({ status: 'awaiting_payment', facts: [], grants: 0 })
  })
})

describe('browser return (invariant 12)', () => {
  it('reads the order and the state of the account once while it settles a notification', async () => {
    await post(valid)
    const [job] = (await waitingJobs(shop.rows, 'process-provider-event')).toReversed()
    const texts: string[] = []
    const asks = new Set<string | symbol>(['query', 'one', 'maybe', 'run'])
    const watch = (tx: Transaction): Transaction =>
      new Proxy(tx, {
        get(target, name) {
          const found: unknown = Reflect.get(target, name)
          if (!asks.has(name) || typeof found !== 'function') return found
          return (statement: { text: string }): unknown => {
            texts.push(statement.text)
            return found.call(target, statement)
          }
        },
      })
    const database: Database = {
      ...shop.deps.database,
      transaction: (work, options) => shop.deps.database.transaction((tx) => work(watch(tx)), options),
    }
    const { signal } = new AbortController()
    await processProviderEvent(
      { ...shop.deps, database },
      {
        id: job!.id,
        kind: 'process-provider-event',
        payload: job!.payload,
        attempt: 1,
        signal,
        completeIn: async () => {},
      },
    )
    expect((await shop.books(placed)).status).toBe('paid')
    expect(texts.filter((text) => /from orders\s+where id = /.test(text))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('from account_deletions'))).toHaveLength(1)
  })

  it('the return URL grants nothing, whatever it carries', async () => {
    const trade = shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId)
    const url = returnUrlOf(trade, { at: Date.now(), privateKeyPem: providerKey })
    await fetch(url).catch(() => {})
    const { pathname, search } = new URL(url)
    await shop.app.app.inject({ method: 'GET', url: pathname + search })
    await shop.app.app.inject({ method: 'POST', url: pathname + search })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [] })
  })

  it('a buyer who only opened the cashier stays unpaid when the attempt is queried', async () => {
    const looked = await shop.order({ device: 'phone' })
    await shop.visit(looked)
    const [attempt] = await listAttempts(shop.deps.database, [looked.orderId])
    expect(await reconcileAttempt(shop.deps, attempt!)).toBe('nothing')
    expect(await shop.books(looked)).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [] })
  })
})
