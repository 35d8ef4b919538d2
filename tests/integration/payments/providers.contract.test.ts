import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { money } from '#shared/money.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { findAttempt, type Attempt } from '#server/modules/payments/payments.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { compareAttempt } from '#server/workflows/payments/review/compare-payments.ts'
import { closeAttempt, reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { recheckRefunds } from '#server/workflows/payments/refunds/recheck-refunds.ts'
import { openShop, type Books, type Placed, type Shop } from './payments.setup.ts'
import {
  alipayDriver,
  epayDriver,
  epayEnv,
  post,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from './providers.setup.ts'
import { requestRefund, resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { enqueueJob } from '#server/platform/jobs.ts'

const drivers: [string, (shop: Shop) => GatewayDriver, (() => Record<string, string>)?][] = [
  ['Alipay', alipayDriver],
  ['WeChat Pay', wechatDriver],
  ['UnionPay', unionpayDriver],
  ['Stripe, card in USD', (shop) => stripeDriver(shop, 'card', 'USD', 4_490)],
  ['Stripe for WeChat Pay', (shop) => stripeDriver(shop, 'wechat', 'USD', 4_490)],
  ['EPay, MD5', (shop) => epayDriver(shop, 'epay1'), () => epayEnv('epay1')],
  ['EPay, RSA', (shop) => epayDriver(shop, 'epay2'), () => epayEnv('epay2')],
]
/** Providers whose refunds have numbers. EPay with MD5 refunds whole payments only (epay.test.ts). */
const numbersRefunds = (name: string) => name !== 'EPay, MD5'

describe.each(drivers)('payment provider %s', (title, take, env = () => ({})) => {
  let shop: Shop
  let driver: GatewayDriver
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 1_000, env: env() })
    driver = take(shop)
  })
  afterAll(() => shop.close())

  /** Creates an order whose buyer has opened the page of the gateway. */
  async function order(device: 'desktop' | 'phone' = 'desktop'): Promise<Placed> {
    const placed = await shop.order({
      method: driver.method,
      currency: driver.currency,
      totalMinor: driver.totalMinor,
      device,
    })
    await shop.visit(placed)
    return placed
  }
  const paid = async (): Promise<Placed> => {
    const placed = await order()
    driver.pay(placed, { notify: 0 })
    expect(await post(shop, driver.id, driver.notification(placed))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    return placed
  }
  const attemptOf = async ({ attemptId }: Placed): Promise<Attempt> =>
    (await findAttempt(shop.deps.database, attemptId))!
  const provider = () => shop.deps.payments.byId(driver.id)
  const refOf = (attempt: Attempt) => ({
    id: attempt.id,
    amount: money(attempt.amountMinor, attempt.currency),
    providerRef: attempt.providerRef,
  })
  const refundAll = (placed: Placed, amountMinor: number | 'all' = 'all') =>
    requestRefund(shop.deps.database, { orderId: placed.orderId, amountMinor, reason: 'asked for', requestedBy: ada })

  it('a paid order is granted once after the notification', async () => {
    const placed = await order()
    driver.pay(placed)
    await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('paid')
    expect(await shop.books(placed)).toMatchObject({
      grants: 1,
      facts: [`paid ${driver.totalMinor} ${driver.currency}`],
      reviews: [],
    })
  })

  it('a phone gets a redirect to the payment page', async () => {
    const placed = await order('phone')
    expect((await shop.view(placed)).pay.kind).toBe('redirect')
  })

  it('a query tells an unpaid, a silently paid and an unknown attempt apart', async () => {
    const placed = await order()
    const attempt = await attemptOf(placed)
    expect(await reconcileAttempt(shop.deps, attempt)).toBe('nothing')
    driver.pay(placed, { notify: 0 })
    expect(await reconcileAttempt(shop.deps, attempt)).toBe('settled')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    const unknown = { ...refOf(attempt), id: '01KAG2S0N0NE0FTHESE0RDERS0', providerRef: null }
    expect(await provider().query(unknown)).toBe('not_found')
  })

  it('a notification and a query about the same payment give one fact', async () => {
    const placed = await paid()
    await reconcileAttempt(shop.deps, await attemptOf(placed))
    expect((await shop.books(placed)).facts).toHaveLength(1)
  })

  it('closing ends an unpaid attempt, or finds that it was paid', async () => {
    const open = await order()
    expect(await provider().close(refOf(await attemptOf(open)))).toBe(driver.canClose ? 'closed' : 'unsupported')
    expect(driver.isClosed(open)).toBe(driver.canClose)
    const placed = await order()
    driver.pay(placed, { notify: 0 })
    expect(await closeAttempt(shop.deps, placed.attemptId)).toBe('settled')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a buyer can cancel an unpaid order, and a paid one becomes paid instead', async () => {
    const placed = await order()
    await cancelOrder(shop.deps, placed.userId, placed.orderId)
    expect((await shop.books(placed)).status).toBe('cancelled')
    const paidSilently = await order()
    driver.pay(paidSilently, { notify: 0 })
    await cancelOrder(shop.deps, paidSilently.userId, paidSilently.orderId)
    expect(await shop.books(paidSilently)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('an order expires at the end of its window, and a late payment still pays it (invariant 6)', async () => {
    const placed = await order()
    await shop.closeWindow(placed)
    await enqueueJob(shop.deps.database, 'expire-orders', {})
    await shop.work()
    expect((await shop.books(placed)).status).toBe('expired')
    driver.pay(placed, { late: true, notify: 0 })
    expect(await post(shop, driver.id, driver.notification(placed))).toBe(200)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await shop.history(placed)).at(-1)?.reason).toBe('paid_late')
  })

  describe.runIf(numbersRefunds(title))('refunds by number', () => {
    it('a partial refund keeps the time, and the refund of the rest takes it back (invariant 10)', async () => {
      const placed = await paid()
      await refundAll(placed, 1_000)
      await shop.work()
      expect(await shop.books(placed)).toMatchObject({ status: 'partially_refunded', standing: 1 })
      await refundAll(placed)
      await shop.work()
      expect(driver.refunds(placed)).toEqual([1_000, driver.totalMinor - 1_000])
      await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('refunded')
      expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0, reviews: [] })
      await expect(refundAll(placed, 1)).rejects.toThrow(/^At most .0[.]00 can be refunded/)
    })

    /** Makes all completed refunds due for another check. */
    async function lookAgain(): Promise<void> {
      await shop.rows(`update refunds set checked_at = now() - interval '9 hours' where status = 'done'`)
      await recheckRefunds(shop.deps, driver.id, new AbortController().signal)
    }
    const openReviews = (placed: Placed) =>
      shop.rows<{ reason: string }>(
        'select reason from review_items where order_id = $1 and resolved_at is null order by 1',
        [placed.orderId],
      )

    it('a refund that the provider is still processing is booked only when it is done', async () => {
      const placed = await paid()
      driver.holdRefunds(true)
      await refundAll(placed)
      await shop.work()
      driver.holdRefunds(false)
      expect((await shop.books(placed)).refunds[0]).toMatch(/^sent /)
      await shop.rows(`update refunds set created_at = now() - interval '4 days' where order_id = $1`, [placed.orderId])
      await lookAgain()
      expect(await openReviews(placed)).toEqual(expect.arrayContaining([{ reason: 'refund_slow' }]))
      driver.settleRefund(placed, 'done', true)
      await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('refunded')
      expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0 })
      expect(await openReviews(placed)).not.toContainEqual({ reason: 'refund_slow' })
      expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    })

    it.each(['told', 'found'] as const)(
      'a refund that fails after it was done is reversed and sent to review, and can be refunded again: %s',
      async (way) => {
        const placed = await paid()
        const { seconds } = await shop.books(placed)
        await refundAll(placed)
        await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('refunded')
        driver.settleRefund(placed, 'failed', way === 'found')
        // Two checks, because a provider that only denies a refund is asked twice.
        for (let look = 0; look < 2; look++) await lookAgain()
        await expect
          .poll(async () => (await shop.work(), await shop.books(placed)))
          .toMatchObject({ status: 'paid', standing: 1, seconds, refunds: [expect.stringMatching(/^failed /)] })
        expect(await openReviews(placed)).toEqual([{ reason: 'refund_failed' }])
        expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
        const [item] = (await listOpenReviews(shop.deps.database)).filter(({ orderId }) => orderId === placed.orderId)
        const decided = await resolveReview(shop.deps.database, {
          id: item!.id,
          decision: 'retry',
          reason: 'the bank was asked',
          operator: ada,
        })
        expect(decided?.refundIds).toHaveLength(1)
        await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('refunded')
        expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0 })
        expect(driver.refunds(placed)).toEqual([driver.totalMinor, driver.totalMinor])
        expect(await openReviews(placed)).toEqual([])
        expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
      },
    )

    it('a failed refund is treated as done if an operator paid it in another way', async () => {
      const placed = await paid()
      await refundAll(placed, 1_000)
      await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('partially_refunded')
      driver.settleRefund(placed, 'failed', true)
      for (let look = 0; look < 2; look++) await lookAgain()
      expect(await shop.books(placed)).toMatchObject({ status: 'paid' })
      const [item] = (await listOpenReviews(shop.deps.database)).filter(({ orderId }) => orderId === placed.orderId)
      const decide = () =>
        resolveReview(shop.deps.database, { id: item!.id, decision: 'settled', reason: 'by transfer', operator: ada })
      expect(await decide()).toMatchObject({ reason: 'refund_failed', refundIds: [] })
      expect(await decide()).toBeNull()
      expect(await shop.books(placed)).toMatchObject({ status: 'partially_refunded', standing: 1 })
      expect(await openReviews(placed)).toEqual([])
      expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
      // A repeated failure by the provider changes nothing, because the operator's payment counts.
      await compareAttempt(shop.deps, await attemptOf(placed))
      expect(await shop.books(placed)).toMatchObject({ status: 'partially_refunded' })
      expect(await openReviews(placed)).toEqual([])
    })

    it('the daily comparison finds a refund that failed after it was done', async () => {
      const placed = await paid()
      await refundAll(placed, 1_000)
      await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('partially_refunded')
      driver.settleRefund(placed, 'failed', true)
      const found = await compareAttempt(shop.deps, await attemptOf(placed))
      const denies = provider().caps.deniesFailedRefunds === true
      expect(found.map(({ what }) => what)).toEqual([denies ? 'denied_refund' : 'failed_refund'])
      expect(await openReviews(placed)).toEqual([{ reason: denies ? 'denied_refund' : 'refund_failed' }])
      expect((await shop.books(placed)).status).toBe(denies ? 'partially_refunded' : 'paid')
    })

    it('a refund sent repeatedly under one number is made once and can be queried (invariant 2)', async () => {
      const placed = await paid()
      const ref = refOf(await attemptOf(placed))
      const [fact] = await shop.rows<{ txn: string }>(
        `select provider_txn_id as txn from payment_facts where attempt_id = $1 and kind = 'paid'`,
        [placed.attemptId],
      )
      const request = {
        refundId: '01KAG2S0REFVND00000000000A',
        ref,
        providerTxnId: fact!.txn,
        amount: money(500, driver.currency),
        reason: 'x',
      }
      expect(await provider().queryRefund(request)).toBe('not_found')
      const first = await provider().refund(request)
      const second = await provider().refund(request)
      expect(first).toMatchObject({ kind: 'refunded', refundId: request.refundId, amount: { amountMinor: 500 } })
      expect(second).toMatchObject({ refundId: request.refundId, amount: { amountMinor: 500 } })
      expect(await provider().queryRefund(request)).toMatchObject({ providerTxnId: fact!.txn })
      expect(driver.refunds(placed)).toEqual([500])
    })

    it('a refund whose answer was lost is made once (invariant 14)', async () => {
      const placed = await paid()
      driver.fault('refund', 'lost')
      await refundAll(placed)
      await shop.work()
      // A notification may have brought the answer meanwhile.
      expect((await shop.books(placed)).refunds[0]).toMatch(/^(sent|done) /)
      await shop.work()
      expect((await shop.books(placed)).status).toBe('refunded')
      expect(driver.refunds(placed)).toEqual([driver.totalMinor])
    })

    it.each(['refund-query', 'refund'] as const)(
      'no refund is booked as failed when the call "%s" hits a rate limit',
      async (call) => {
        const placed = await paid()
        driver.fault('refund', call === 'refund' ? 'refused' : 'lost')
        if (call === 'refund-query') driver.fault('refund-query', 'refused')
        await refundAll(placed, 100)
        for (let round = 0; round < 2; round++) {
          await shop.work()
          expect(await shop.books(placed)).toMatchObject({ reviews: [] })
          expect((await shop.books(placed)).refunds[0]).not.toMatch(/^failed/)
        }
        await expect.poll(async () => (await shop.work(), (await shop.books(placed)).refunds[0])).toMatch(/^done 100 /)
        expect(driver.refunds(placed)).toEqual([100])
      },
    )

    it('a refund is made once when its first answer is a fault, whatever the fault', async () => {
      const placed = await paid()
      const done: unknown[] = []
      for (const kind of ['systemError', 'page', 'empty', 'redirect'] as const) {
        driver.fault('refund', kind)
        await refundAll(placed, 100)
        await shop.work()
        expect([kind, (await shop.books(placed)).refunds.filter((refund) => refund.startsWith('failed'))]).toEqual([
          kind,
          [],
        ])
        done.push(expect.stringMatching(/^done 100 /))
        await expect.poll(async () => (await shop.work(), (await shop.books(placed)).refunds)).toEqual(done)
        expect([kind, driver.refunds(placed)]).toEqual([kind, done.map(() => 100)])
      }
      expect(await shop.books(placed)).toMatchObject({ reviews: [] })
    })
  })

  it('a query answered with a fault settles nothing, the next one finds the payment, and it can be settled', async () => {
    const faults = [
      'status500',
      'systemError',
      'page',
      'empty',
      'redirect',
      'reset',
      'lost',
      'timeout',
      'forged',
      'unsigned',
      'another',
      'refused',
    ] as const
    // Stripe does not sign answers, and nobody can forge one without its certificate, so only the answer about another
    // payment remains.
    const possible = faults.filter((kind) => driver.signsAnswers || !['forged', 'unsigned'].includes(kind))
    const placed = await order()
    driver.pay(placed, { notify: 0 })
    const attempt = await attemptOf(placed)
    const before = await shop.books(placed)
    expect(before).toMatchObject({ status: 'awaiting_payment', grants: 0, facts: [], reviews: [] })
    for (const kind of possible) {
      driver.fault('query', kind)
      expect([kind, await reconcileAttempt(shop.deps, attempt)]).toEqual([kind, 'silent'])
      // A failed query changes nothing stored, so every fault is tried on the same order, which is settled once at the end.
      expect([kind, await shop.books(placed), await attemptOf(placed)]).toEqual([kind, before, attempt])
      const fact = { kind: 'paid', amount: money(driver.totalMinor, driver.currency) }
      expect([kind, await provider().query(refOf(attempt))]).toMatchObject([kind, [fact]])
    }
    expect(await reconcileAttempt(shop.deps, attempt)).toBe('settled')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a forged notification grants nothing: it is refused, or its wrong amount or currency opens a review (invariants 4, 5)', async () => {
    const base = await order()
    driver.pay(base, { notify: 0 })
    const forgeries = driver.forgeries(base)
    expect(forgeries.length).toBeGreaterThan(6)
    for (const [forgery, refused, end] of forgeries) {
      // A refused forgery leaves its order as it was, so the next one is tried on the same order.
      const placed = end === 'refused' ? base : await order()
      if (placed !== base) driver.pay(placed, { notify: 0 })
      const notification = placed === base ? refused : driver.forgeries(placed).find(([name]) => name === forgery)![1]
      const status = await post(shop, driver.id, notification)
      await shop.work()
      const { status: state, grants, facts, reviews } = await shop.books(placed)
      const found = [forgery, status >= 400, state, grants, facts.length, reviews]
      expect(found).toEqual(
        end === 'refused' ? [forgery, true, 'awaiting_payment', 0, 0, []] : [forgery, false, 'review', 0, 1, [end]],
      )
    }
    // The unchanged notification of the same order is accepted, so each forgery failed because of its change.
    expect(await post(shop, driver.id, driver.notification(base))).toBe(200)
    await shop.work()
    expect(await shop.books(base)).toMatchObject({ status: 'paid', grants: 1 })
  })

  // Providers differ only in the id of the event. Storing and settling it is shared code, so one provider sends a hundred.
  const times = title === 'Alipay' ? 100 : 10
  it(`an order is granted once when its notification arrives ${times} times at once (invariants 1, 2)`, async () => {
    const placed = await order()
    driver.pay(placed, { notify: 0 })
    const notification = driver.notification(placed)
    const statuses = await Promise.all(Array.from({ length: times }, () => post(shop, driver.id, notification)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await shop.work()
    await post(shop, driver.id, notification)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, standing: 1 })
  })
})

describe('opening an attempt when the answer is lost (invariant 14)', () => {
  it.each(drivers.filter(([name]) => name !== 'UnionPay'))(
    'an opening without an answer at %s keeps the order waiting and is retried under the same number',
    async (_name, take, env = () => ({})) => {
      const shop = await openShop({ timeoutMs: 1_000, env: env() })
      const driver = take(shop)
      const { id, ...what } = driver
      driver.fault('create', 'lost')
      const placed = await shop.order(what)
      const attempt = async () => (await findAttempt(shop.deps.database, placed.attemptId))!
      expect(placed.payUrl).toBe('')
      expect(await attempt()).toMatchObject({ status: 'unknown', provider: id })
      expect(await reconcileAttempt(shop.deps, await attempt())).toBe('nothing')
      expect((await shop.books(placed)).status).toBe('awaiting_payment')
      expect((await shop.view(placed)).pay.kind).not.toBe('none')
      driver.pay(placed, { notify: 0 })
      await reconcileAttempt(shop.deps, await attempt())
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
      await shop.close()
    },
  )

  it('a lost answer at UnionPay ends the attempt, because its payment code is returned only once; another attempt can pay', async () => {
    const shop = await openShop({ timeoutMs: 1_000 })
    const driver = unionpayDriver(shop)
    driver.fault('create', 'lost')
    const placed = await shop.order({ method: 'unionpay' })
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
    await reconcileAttempt(shop.deps, (await findAttempt(shop.deps.database, placed.attemptId))!)
    expect(await shop.view(placed)).toMatchObject({ status: 'awaiting_payment', outcome: 'back', attempt: 'ended' })
    // A payment by the first code still counts if it arrives afterwards.
    driver.pay(placed, { notify: 0 })
    await post(shop, 'unionpay', driver.notification(placed))
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    await shop.close()
  })
})

describe('opening an attempt that the gateway fails to serve', () => {
  it.each(drivers)(
    'a failed opening at %s keeps the order waiting and is retried under the same number',
    async (_name, take, env = () => ({})) => {
      const shop = await openShop({ timeoutMs: 1_000, env: env() })
      const { id, fault, ...what } = take(shop)
      fault('create', 'systemError')
      const placed = await shop.order(what)
      const attempt = async () => (await findAttempt(shop.deps.database, placed.attemptId))!
      expect(placed.payUrl).toBe('')
      expect(await attempt()).toMatchObject({ status: 'unknown', provider: id })
      expect(await reconcileAttempt(shop.deps, await attempt())).toBe('nothing')
      expect((await shop.view(placed)).pay.kind).not.toBe('none')
      expect((await attempt()).id).toBe(placed.attemptId)
      await shop.close()
    },
  )
})

describe('chargeback at Stripe', () => {
  it('a chargeback that names only the payment takes the time back and opens a review (invariant 10)', async () => {
    const shop = await openShop()
    const { fakeGateway } = shop.simulator.counters.stripe
    const placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: 4_490 })
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('paid')
    fakeGateway.dispute(fakeGateway.get(placed.attemptId))
    await expect
      .poll(async () => (await shop.work(), await shop.books(placed)))
      .toMatchObject({ status: 'review', standing: 0, seconds: 0, reviews: ['disputed'] })
    await shop.close()
  })
})

describe('closed dispute at Stripe', () => {
  it('a won dispute returns the time, a second dispute is handled anew, and a lost one ends the order', async () => {
    const shop = await openShop()
    const { fakeGateway } = shop.simulator.counters.stripe
    const placed = await cardOrder(shop)
    const gatewayPayment = fakeGateway.get(placed.attemptId)
    const becomes = async (books: Partial<Books>) =>
      await expect.poll(async () => (await shop.work(), await shop.books(placed))).toMatchObject(books)
    const open = () => shop.rows(`select details->'disputes' as disputes from review_items where resolved_at is null`)
    fakeGateway.pay(gatewayPayment)
    await becomes({ status: 'paid', standing: 1 })
    const { seconds } = await shop.books(placed)
    fakeGateway.dispute(gatewayPayment)
    await becomes({ status: 'review', standing: 0, reviews: ['disputed'] })
    fakeGateway.closeDispute(gatewayPayment, 'won')
    await becomes({ status: 'paid', standing: 1, seconds })
    expect(await open()).toEqual([])
    fakeGateway.dispute(gatewayPayment)
    await becomes({ status: 'review', standing: 0, seconds: 0, reviews: ['disputed', 'disputed'] })
    expect(await open()).toEqual([
      {
        disputes: [
          {
            id: `dp_${gatewayPayment.txn}_2`,
            amountMinor: gatewayPayment.paidMinor,
            currency: gatewayPayment.currency,
          },
        ],
      },
    ])
    // Repeated notifications about the first dispute say nothing about the second.
    for (const notice of fakeGateway.notices.filter(({ kind }) => kind.startsWith('dispute')).slice(0, 2))
      await fakeGateway.replay(notice, 1)
    await becomes({ status: 'review', standing: 0 })
    fakeGateway.closeDispute(gatewayPayment, 'lost')
    await becomes({ status: 'refunded', standing: 0, seconds: 0 })
    expect(await open()).toEqual([])
    await shop.close()
  })
})

describe('chargeback reported before its payment', () => {
  it('a chargeback that arrives early waits for its payment, and goes to review if none comes', async () => {
    const shop = await openShop()
    const { fakeGateway } = shop.simulator.counters.stripe
    const [placed, lost] = [await cardOrder(shop), await cardOrder(shop)]
    const letterOf = (order: Placed, kind: string) =>
      fakeGateway.notices.findLast((notice) => notice.number === order.attemptId && notice.kind === kind)!
    await shop.rows(`update payment_attempts set next_query_at = null`)
    for (const order of [placed, lost]) {
      fakeGateway.pay(fakeGateway.get(order.attemptId), { notify: 0 })
      fakeGateway.dropNotifications(true)
      fakeGateway.dispute(fakeGateway.get(order.attemptId))
      fakeGateway.dropNotifications(false)
      expect(await post(shop, 'stripe', letterOf(order, 'disputed'))).toBe(200)
    }
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', facts: [], reviews: [] })
    expect(await post(shop, 'stripe', letterOf(placed, 'paid'))).toBe(200)
    for (let round = 0; round < 12; round++) await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0, reviews: ['disputed'] })
    expect(await shop.rows(`select reason from review_items where order_id is null`)).toEqual([
      { reason: 'unknown_payment' },
    ])
    await shop.close()
  })
})

const cardOrder = (shop: Shop) => shop.order({ method: 'card', currency: 'USD', totalMinor: 4_490 })

describe('payment routing', () => {
  it('each method and currency uses the provider of its route, and only methods with a route are offered', async () => {
    const shop = await openShop({ env: { PAYMENT_ROUTES: 'wechat:CNY=stripe,card:USD=stripe,alipay:CNY=alipay' } })
    const { payments } = shop.deps
    expect(payments.byMethod('wechat', 'CNY')?.id).toBe('stripe')
    expect(payments.byMethod('alipay', 'CNY')?.id).toBe('alipay')
    expect(payments.byMethod('unionpay', 'CNY')).toBeUndefined()
    expect(payments.offers).toEqual([
      { method: 'wechat', currencies: ['CNY'] },
      { method: 'card', currencies: ['USD'] },
      { method: 'alipay', currencies: ['CNY'] },
    ])
    // A provider without a route still answers queries about its existing orders.
    expect(payments.byId('unionpay').id).toBe('unionpay')
    await shop.close()
  })
})
