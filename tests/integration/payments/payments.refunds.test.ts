import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyFact } from '#server/modules/payments/payments.service.ts'
import { failRefund } from '#server/modules/payments/refunds.service.ts'
import { findRefund, listRefunds, listReviews } from '#server/modules/payments/payments.queries.ts'
import { ProviderRefused } from '#server/modules/payments/providers/port.ts'
import { RefundRefused } from '#server/workflows/payments/refunds/request-refund.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { eventually, openShop, plan, type Placed, type Shop } from './payments.setup.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { perform, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { countRounds } from '../../support/race-rounds.ts'

let shop: Shop
/** Hook that runs after the gateway's refund and before the shop receives the answer. */
let afterRefund = (): void => {}
beforeAll(async () => {
  shop = await openShop({
    wrap: (provider) => ({
      ...provider,
      refund: async (request) => {
        const answer = await provider.refund(request)
        afterRefund()
        return answer
      },
    }),
  })
})
afterEach(() => {
  afterRefund = () => {}
})
afterAll(() => shop.close())

describe('a refund by an operator', () => {
  it('refunds never exceed the payment, whichever ways are used at once', async () => {
    await shop.rows(`insert into settings (key, value) values ('operatorLimits', '{"refundCny": 20000}')`)
    for (let round = 0; round < countRounds(20, 4); round++) {
      const placed = await paidOrder()
      const refund = (more: object) =>
        perform(shop.deps.database, 'orders.refund', { order: placed.orderId, reason: 'x', ...more })
      await Promise.allSettled([
        refund({ amount: '200.00' }),
        refund({ amount: '100.00', takeDays: 10 }),
        refund({ all: true }),
        perform(shop.deps.database, 'refunds.batch', { orders: [placed.orderId], reason: 'x' }),
      ])
      await eventually(async () => {
        await shop.work()
        return (await shop.books(placed)).refunds.every((each) => each.startsWith('done'))
      })
      const { refunds, standing, status } = await shop.books(placed)
      const back = refunds.reduce((sum, each) => sum + Number(each.split(' ')[1]), 0)
      expect(back).toBeLessThanOrEqual(plan.totalMinor)
      expect([status, standing]).toEqual(back === plan.totalMinor ? ['refunded', 0] : ['partially_refunded', 1])
    }
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it.each([
    '1e2',
    '0x10',
    '268,00',
    '-1',
    '+5',
    '0.001',
    '٩',
    '9\u00A0',
    '',
    '0',
    '268.01',
    '99999999999999999999',
    'NaN',
  ])('a refund is refused for the amount %j', async (amount) => {
    const placed = await paidOrder()
    const input = { order: placed.orderId, amount, reason: 'x' }
    for (const preview of [true, false])
      await expect(perform(shop.deps.database, 'orders.refund', input, { preview })).rejects.toThrow(
        /must be like 12\.34|can be refunded/,
      )
    expect((await shop.books(placed)).refunds).toEqual([])
  })
})

async function paidOrder(): Promise<Placed> {
  const placed = await shop.order()
  await shop.visit(placed)
  await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`, { notify: 0 })
  const { fakeGateway } = shop.simulator.counters.alipay
  await fakeGateway.replay(
    fakeGateway.notices.findLast(({ number }) => number === placed.attemptId)!,
    1,
  )
  await shop.work()
  expect((await shop.books(placed)).status).toBe('paid')
  return placed
}
const refund = (placed: Placed, amountMinor: number | 'all') =>
  requestRefund(shop.deps.database, {
    orderId: placed.orderId,
    amountMinor,
    reason: 'asked for it',
    requestedBy: ada,
  })
const bankRefunds = (placed: Placed) => shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId).refunds
const notify = (placed: Placed, fact: ReturnType<typeof factOf>) =>
  shop.deps.database.transaction((tx) =>
    applyPaymentFacts(tx, { orderId: placed.orderId, facts: [fact], source: 'notification' }),
  )
const fault = (kind: string, method = 'refund', times = 1) =>
  shop.switchboard('POST', 'alipay/faults', { kind, method, times })

describe('refund (invariant 10)', () => {
  it('a full refund takes back exactly the time that was bought', async () => {
    const placed = await paidOrder()
    const paid = await shop.books(placed)
    expect(paid.seconds).toBeGreaterThan(364 * 86_400)
    await refund(placed, 'all')
    expect(await shop.books(placed)).toMatchObject({
      status: 'refunding',
      standing: 1,
      refunds: ['requested 26800 asked for it'],
    })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({
      status: 'refunded',
      grants: 1,
      standing: 0,
      seconds: 0,
      refunds: ['done 26800 asked for it'],
      reviews: [],
    })
    expect(bankRefunds(placed)).toHaveLength(1)
  })

  it('a partial refund keeps the time until all of the money is refunded', async () => {
    const placed = await paidOrder()
    await refund(placed, 6_800)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'partially_refunded', standing: 1 })
    await refund(placed, 20_000)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0, seconds: 0 })
  })

  it('concurrent refunds never exceed the amount paid', async () => {
    for (let round = 0; round < countRounds(200, 4); round++) {
      const placed = await paidOrder()
      const asked = await Promise.allSettled(Array.from({ length: 8 }, () => refund(placed, 10_000)))
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const reasons = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
      expect(reasons.every((reason) => reason instanceof RefundRefused)).toBe(true)
      await shop.work()
      expect(bankRefunds(placed).reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(20_000)
      await expect(refund(placed, 6_801)).rejects.toMatchObject({ availableMinor: 6_800 })
      await expect(refund(placed, 0)).rejects.toBeInstanceOf(RefundRefused)
      await expect(refund(placed, -5)).rejects.toBeInstanceOf(RefundRefused)
    }
  })

  it('a refund made at the provider takes the time back and opens a review', async () => {
    const placed = await paidOrder()
    await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/refund`, {
      amountMinor: plan.totalMinor,
      number: 'BACKOFFICE-1',
    })
    await eventually(async () => {
      await shop.work()
      return (await shop.books(placed)).status === 'refunded'
    })
    expect(await shop.books(placed)).toMatchObject({
      standing: 0,
      seconds: 0,
      refunds: [],
      reviews: ['refund_not_ours'],
    })
  })

  it('a dispute takes the time back and opens a review', async () => {
    const placed = await paidOrder()
    const [paid] = await shop.rows<{ txn: string }>(
      'select provider_txn_id as txn from payment_facts where attempt_id = $1',
      [placed.attemptId],
    )
    const dispute = factOf(placed, 'disputed', paid!.txn)
    await shop.deps.database.transaction((tx) =>
      applyPaymentFacts(tx, { orderId: placed.orderId, facts: [dispute], source: 'operator' }),
    )
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0, seconds: 0, reviews: ['disputed'] })
  })

  it('a payment that arrives after a full refund is credited under its own grant', async () => {
    const placed = await paidOrder()
    await refund(placed, 'all')
    await shop.work()
    const earlier = factOf(placed, 'paid', 'ANOTHER-PAYMENT', new Date('2026-01-01T00:00:00Z'))
    const settle = () =>
      shop.deps.database.transaction((tx) =>
        applyPaymentFacts(tx, { orderId: placed.orderId, facts: [earlier], source: 'query' }),
      )
    await settle()
    await settle()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 2, standing: 1 })
  })

  // In another shop, a late notification of the same payment made a refunded order paid again
  // (mollie/WooCommerce#1252).
  it('a repeated notification of a payment leaves its refunded order refunded', async () => {
    const placed = await paidOrder()
    const [paid] = await shop.rows<{ txn: string; at: Date }>(
      'select provider_txn_id as txn, occurred_at as at from payment_facts where attempt_id = $1',
      [placed.attemptId],
    )
    for (const kind of ['paid', 'refunded', 'paid'] as const)
      await notify(placed, factOf(placed, kind, paid!.txn, paid!.at))
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', grants: 1, standing: 0, seconds: 0 })
  })

  // Providers promise no order of notifications (solidusio/solidus_stripe#189, integrallis/stripe_event#75).
  it('a refund that is notified before its payment leaves no time when the payment arrives', async () => {
    const placed = await shop.order()
    for (const kind of ['refunded', 'paid', 'paid'] as const) await notify(placed, factOf(placed, kind, 'EARLY-REFUND'))
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0, seconds: 0 })
  })

  it('conflicting facts about the same payment transaction open a review', async () => {
    const placed = await paidOrder()
    const [paid] = await shop.rows<{ txn: string }>(
      'select provider_txn_id as txn from payment_facts where attempt_id = $1',
      [placed.attemptId],
    )
    const other = { ...factOf(placed, 'paid', paid!.txn), amount: { amountMinor: 1, currency: 'CNY' } }
    await shop.deps.database.transaction((tx) => applyFact(tx, placed.orderId, other, 'query'))
    expect(await shop.books(placed)).toMatchObject({
      status: 'paid',
      standing: 1,
      reviews: ['conflicting_facts'],
      facts: ['paid 26800 CNY'],
    })
  })
})

describe('refund refused by the provider', () => {
  it('each refused refund opens its own review, even two of one payment', async () => {
    const placed = await paidOrder()
    await refund(placed, 6_800)
    await refund(placed, 1_000)
    const { database } = shop.deps
    for (let round = 0; round < 2; round++)
      for (const { id } of await listRefunds(database, [placed.orderId])) {
        const asked = await findRefund(database, id)
        await database.transaction((tx) => failRefund(tx, asked!, 'the account is closed'))
      }
    expect(await shop.books(placed)).toMatchObject({ reviews: ['refund_failed', 'refund_failed'] })
  })
})

describe('refund with an unknown result (invariant 14)', () => {
  // Without notifications about refunds, the answers to the shop's own queries decide.
  beforeAll(() => shop.simulator.counters.alipay.fakeGateway.dropNotifications(true))
  afterAll(() => shop.simulator.counters.alipay.fakeGateway.dropNotifications(false))

  it.each(['status500', 'reset', 'forged'])('a refund is queried before it is sent again, after %s', async (kind) => {
    const placed = await paidOrder()
    const [id] = await refund(placed, 'all')
    await fault(kind, 'refund', kind === 'reset' ? 2 : 1)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({
      status: 'refunding',
      standing: 1,
      refunds: ['sent 26800 asked for it'],
    })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
    expect(bankRefunds(placed).map(({ number }) => number)).toEqual([id])
  })

  it('a refund is not sent again when only its answer was lost', async () => {
    const placed = await paidOrder()
    await refund(placed, 6_800)
    await fault('lost', 'refund', 2)
    await shop.work()
    expect(bankRefunds(placed)).toHaveLength(1)
    // A second request would meet this fault, so the refund must not be sent again.
    await fault('status500')
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({
      status: 'partially_refunded',
      refunds: ['done 6800 asked for it'],
    })
    expect(bankRefunds(placed)).toHaveLength(1)
    await shop.switchboard('DELETE', 'alipay/faults')
  })

  it('a refund is not sent again while its status query fails', async () => {
    const placed = await paidOrder()
    await refund(placed, 6_800)
    await fault('status500')
    await shop.work()
    await fault('status500', 'refund-query')
    await shop.work()
    expect(bankRefunds(placed)).toHaveLength(0)
    await shop.work()
    expect(bankRefunds(placed)).toHaveLength(1)
  })

  it('a refused refund that the gateway knows is booked as done, so it cannot be paid twice', async () => {
    const placed = await paidOrder()
    afterRefund = () => {
      throw new ProviderRefused('ACQ.TRADE_STATUS_ERROR')
    }
    await refund(placed, 20_000)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ refunds: ['done 20000 asked for it'], reviews: [] })
    await expect(refund(placed, 6_801)).rejects.toMatchObject({ availableMinor: 6_800 })
  })

  it('a refund that the provider refuses opens a review, and the order is paid again', async () => {
    const placed = await paidOrder()
    // A partial refund was just made at the provider, so a full refund is impossible.
    await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/refund`, {
      amountMinor: 100,
      number: 'BACKOFFICE-2',
    })
    await refund(placed, 'all')
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({
      status: 'paid',
      standing: 1,
      refunds: ['failed 26800 asked for it'],
    })
    expect(await listReviews(shop.deps.database, placed.orderId)).toMatchObject([
      { reason: 'refund_failed', details: { failure: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' } },
    ])
  })
})

const factOf = (placed: Placed, kind: 'paid' | 'refunded' | 'disputed', providerTxnId: string, at = new Date()) =>
  ({
    provider: 'alipay',
    kind,
    attemptId: placed.attemptId,
    providerTxnId,
    refundId: null,
    amount: { amountMinor: plan.totalMinor, currency: 'CNY' },
    at,
    rawHash: '',
  }) as const
