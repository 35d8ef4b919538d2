import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readInvite } from '#shared/typed-code.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { attributeReferral } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { DisputeEnd, SignedNotification } from '#simulators/fake-gateway/fake-gateway.ts'
import { createUser } from '../../support/factories.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'
import { perform, requestRefund, resolveReview } from '#tests/support/operator-acts.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import { writeStripeEvent } from '#simulators/stripe/gateway.ts'
import { ada } from '#tests/support/operators.ts'

const price = 4_490
let shop: Shop
let network = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function paidSilently(): Promise<Placed> {
  const placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: price })
  const { userId } = await createUser(shop.deps.database)
  const [inviter] = await shop.rows<{ code: string }>('select invite_code as code from users where id = $1', [userId])
  const caller = { platform: 'web', deviceId: 'web', network: `10.9.0.${network++}` } as const
  const digest = createKeyedDigest(Buffer.alloc(32, 7))
  await shop.deps.database.transaction(async (tx) => {
    await openAffiliate(tx, userId)
    const who = { userId: placed.userId, invite: readInvite(inviter!.code), campaign: undefined }
    await attributeReferral(tx, { digest }, who, caller)
  })
  fakeGateway().pay(fakeGateway().get(placed.attemptId), { notify: 0 })
  await shop.rows(`update payment_attempts set next_query_at = null`)
  return placed
}
const fakeGateway = () => shop.simulator.counters.stripe.fakeGateway
const gatewayPayment = (placed: Placed) => fakeGateway().get(placed.attemptId)
/** Notification by Stripe about an order. The first one about a dispute opens it. */
function notification(placed: Placed, about: 'paid' | 'created' | DisputeEnd): SignedNotification {
  if (about === 'paid') return fakeGateway().write(gatewayPayment(placed), { kind: 'paid' })!
  if (gatewayPayment(placed).disputes === 0) {
    fakeGateway().dropNotifications(true)
    fakeGateway().dispute(gatewayPayment(placed))
    fakeGateway().dropNotifications(false)
  }
  if (about === 'created') return fakeGateway().write(gatewayPayment(placed), { kind: 'disputed' })!
  return fakeGateway().write(gatewayPayment(placed), { kind: 'dispute_closed', end: about })!
}
async function tell(...sent: readonly SignedNotification[]): Promise<void> {
  const address = `${shop.app.config.publicOrigin}/webhooks/stripe`
  const answers = await Promise.all(sent.map((each) => fetch(address, { method: 'POST', ...each })))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  await shop.work()
}
const openReviews = async ({ orderId }: Placed) =>
  (await listOpenReviews(shop.deps.database)).filter((item) => item.orderId === orderId)
const postings = async ({ orderId }: Placed) =>
  (
    await shop.rows<{ text: string }>(
      `select source || ' ' || debit || ' > ' || credit || ' ' || amount_minor as text from ledger_postings
       where order_id = $1 and source <> 'commission' order by booked_at, id`,
      [orderId],
    )
  ).map(({ text }) => text)
const commission = async ({ orderId }: Placed) =>
  (
    await shop.rows<{ minor: number; rows: number }>(
      `select coalesce(sum(amount_minor), 0)::int as minor, count(*)::int as rows from commissions where order_id = $1`,
      [orderId],
    )
  )[0]!
const lost = {
  books: { status: 'refunded', standing: 0, seconds: 0 },
  postings: [`payment clearing:stripe > revenue ${price}`, `dispute chargebacks > clearing:stripe ${price}`],
}
async function expectLost(placed: Placed, about: string): Promise<void> {
  await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'refunded')
  expect(await shop.books(placed), about).toMatchObject(lost.books)
  expect(await postings(placed), about).toEqual(lost.postings)
  expect((await commission(placed)).minor, about).toBe(0)
  expect((await verifyLedger(shop.deps.database)).problems, about).toEqual([])
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

describe('dispute lost at Stripe', () => {
  it.each(permutations(['paid', 'created', 'lost'] as const))(
    'a lost dispute ends the same whatever the order of notifications: %s, %s, %s',
    async (...order) => {
      const placed = await paidSilently()
      const notifications = order.map((about) => notification(placed, about))
      for (const sent of notifications) await tell(sent)
      await expectLost(placed, order.join(' '))
      for (const sent of notifications.toReversed()) await tell(sent)
      for (const about of order) await tell(notification(placed, about))
      await expectLost(placed, `${order.join(' ')} again`)
      expect(await openReviews(placed)).toEqual([])
    },
  )

  it('a lost dispute takes back the grant and the commission once when many notifications arrive at once', async () => {
    const placed = await paidSilently()
    await tell(notification(placed, 'paid'))
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1 })
    expect(await commission(placed)).toEqual({ minor: 1_122, rows: 1 })
    await tell(...Array.from({ length: 20 }, () => notification(placed, 'lost')))
    await expectLost(placed, 'many')
    expect(await commission(placed)).toEqual({ minor: 0, rows: 2 })
    expect(await shop.books(placed)).toMatchObject({ grants: 1 })
  })

  it('a dispute reported both lost and won is booked as lost and opens a review, in either order', async () => {
    for (const order of [['lost', 'won'] as const, ['won', 'lost'] as const]) {
      const placed = await paidSilently()
      await tell(notification(placed, 'paid'))
      for (const about of order) await tell(notification(placed, about))
      await expectLost(placed, order.join(' '))
      expect((await openReviews(placed)).map(({ reason }) => reason)).toEqual(['conflicting_facts'])
    }
  })

  it('a partly lost dispute books only that part, and the operator can refund the rest', async () => {
    const placed = await paidSilently()
    await tell(notification(placed, 'paid'))
    await tell(notification(placed, 'created'))
    const fact = {
      provider: 'stripe',
      kind: 'disputed',
      attemptId: placed.attemptId,
      providerTxnId: `pi_${gatewayPayment(placed).txn}`,
      refundId: null,
      disputeId: `dp_${gatewayPayment(placed).txn}_1`,
      isLost: true,
      amount: { amountMinor: 1_000, currency: 'USD' },
      at: new Date(),
      rawHash: '',
    } as const
    for (let round = 0; round < 2; round++)
      await shop.deps.database.transaction((tx) =>
        applyPaymentFacts(tx, { orderId: placed.orderId, facts: [fact], source: 'notification' }),
      )
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0, seconds: 0 })
    expect((await postings(placed)).at(-1)).toBe('dispute chargebacks > clearing:stripe 1000')
    const items = await openReviews(placed)
    expect(items).toMatchObject([{ reason: 'disputed', details: { disputes: [], lostMinor: 1_000 } }])
    const decision = { id: items[0]!.id, decision: 'refund', reason: 'the rest', operator: ada } as const
    await resolveReview(shop.deps.database, decision)
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'refunded')
    expect((await postings(placed)).at(-1)).toBe(`refund refunds > clearing:stripe ${price - 1_000}`)
    expect(await openReviews(placed)).toEqual([])
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })
})

describe('ledger verification', () => {
  it('ledger verification finds an unbooked loss and a booked loss without a payment fact', async () => {
    const placed = await paidSilently()
    await tell(notification(placed, 'paid'))
    const id = `stripe:pi_${gatewayPayment(placed).txn}`
    await shop.rows(
      `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
       values (gen_random_uuid(), 'dispute', $1, $2, 'chargebacks', 'clearing:stripe', 'USD', 7)`,
      [`${id}:7`, placed.orderId],
    )
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([
      `order ${placed.orderId}: loss of ${id} is 0 by the facts and 7 in the books`,
    ])
    await tell(notification(placed, 'lost'))
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    expect((await postings(placed)).at(-1)).toBe(`dispute chargebacks > clearing:stripe ${price - 7}`)
  })
})

/** Dispute as in Stripe's API reference (SDK 23.1, `Disputes.d.ts`), in a status that the simulator does not use. */
function stated(placed: Placed, status: string, change: Record<string, unknown> = {}): SignedNotification {
  const { txn, paidMinor } = gatewayPayment(placed)
  const dispute = {
    id: `dp_${txn}_stated`,
    object: 'dispute',
    amount: paidMinor,
    currency: 'usd',
    charge: `ch_${txn}`,
    payment_intent: `pi_${txn}`,
    status,
    balance_transactions: [],
    created: Math.floor(Date.now() / 1_000),
    ...change,
  }
  const { webhookSecret } = stripeKeys()
  return writeStripeEvent(webhookSecret, 'charge.dispute.updated', dispute)
}
const stripeKeys = () => readKeys(path.join(inject('dataDir'), 'keys')).stripe
const refundAll = ({ orderId }: Placed) =>
  requestRefund(shop.deps.database, { orderId, amountMinor: 'all', reason: 'x', requestedBy: ada })
const paidOrder = async (): Promise<Placed> => {
  const placed = await paidSilently()
  await tell(notification(placed, 'paid'))
  expect((await shop.books(placed)).status).toBe('paid')
  return placed
}

describe('chargeback after a refund', () => {
  it.each([
    ['all', price],
    ['a part', 1_000],
  ] as const)('a chargeback after a refund of %s is booked in full and opens a review', async (what, amountMinor) => {
    const placed = await paidOrder()
    await requestRefund(shop.deps.database, {
      orderId: placed.orderId,
      amountMinor: what === 'all' ? 'all' : amountMinor,
      reason: 'x',
      requestedBy: ada,
    })
    await eventually(
      async () => (await shop.work(), (await shop.books(placed)).refunds[0]?.startsWith('done')) === true,
    )
    await tell(notification(placed, 'lost'))
    expect(await postings(placed)).toEqual([
      `payment clearing:stripe > revenue ${price}`,
      `refund refunds > clearing:stripe ${amountMinor}`,
      `dispute chargebacks > clearing:stripe ${price}`,
    ])
    const [item] = await openReviews(placed)
    expect(item).toMatchObject({ reason: 'paid_back_twice', details: { twiceMinor: amountMinor } })
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
  })

  it('ledger verification finds a missing chargeback on a refunded order', async () => {
    const placed = await paidOrder()
    await refundAll(placed)
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'refunded')
    await tell(notification(placed, 'lost'))
    await shop.rows(`alter table ledger_postings disable trigger user`)
    await shop.rows(`delete from ledger_postings where order_id = $1 and source = 'dispute'`, [placed.orderId])
    await shop.rows(`alter table ledger_postings enable trigger user`)
    expect((await verifyLedger(shop.deps.database)).problems.join()).toContain('loss of stripe:')
  })
})

describe('refund during an open dispute', () => {
  it('a refund is refused in preview and action while a dispute is open, and allowed once it is won', async () => {
    const placed = await paidOrder()
    await tell(notification(placed, 'created'))
    const input = { order: placed.orderId, all: true, reason: 'x' }
    for (const preview of [true, false])
      await expect(perform(shop.deps.database, 'orders.refund', input, { preview })).rejects.toThrow(
        'This payment has an open dispute, and Stripe accepts no refund until it ends',
      )
    expect((await shop.books(placed)).refunds).toEqual([])
    await tell(notification(placed, 'won'))
    await perform(shop.deps.database, 'orders.refund', input)
    expect((await shop.books(placed)).refunds).toHaveLength(1)
  })
})

describe('dispute about the second payment of an order', () => {
  const ofSecond = ({ attemptId }: Placed, kind: Fact['kind'], disputeId?: string): Fact => ({
    provider: 'stripe',
    kind,
    attemptId,
    providerTxnId: `pi_second_${attemptId}`,
    refundId: null,
    amount: { amountMinor: price, currency: 'USD' },
    at: new Date(),
    rawHash: 'a test',
    ...(disputeId !== undefined && { disputeId }),
  })
  const state = (placed: Placed, facts: readonly Fact[]) =>
    shop.deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId: placed.orderId, facts, source: 'query' }))

  it('a dispute about a second payment leaves the first payment refundable', async () => {
    const placed = await paidOrder()
    await state(placed, [ofSecond(placed, 'paid'), ofSecond(placed, 'disputed', 'dp_second')])
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, refunds: [] })
    const input = { order: placed.orderId, all: true, reason: 'x' }
    const preview = await perform(shop.deps.database, 'orders.refund', input, { preview: true })
    expect(preview).toMatchObject({ available: { amountMinor: price }, amount: { amountMinor: price } })
    await refundAll(placed)
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'refunded')
    const refunds = await shop.rows<{ txn: string; minor: number }>(
      'select provider_txn_id as txn, amount_minor::int as minor from refunds where order_id = $1',
      [placed.orderId],
    )
    expect(refunds).toEqual([{ txn: expect.not.stringContaining('pi_second'), minor: price }])
    await expect(perform(shop.deps.database, 'orders.refund', input)).rejects.toThrow(
      'This payment has an open dispute, and Stripe accepts no refund until it ends',
    )
    const { problems } = await verifyLedger(shop.deps.database)
    expect(problems.filter((problem) => problem.includes(placed.orderId))).toEqual([])
  })
})

describe('dispute statuses of Stripe', () => {
  it('an inquiry takes no time back until it becomes a dispute', async () => {
    const placed = await paidOrder()
    await tell(stated(placed, 'warning_needs_response'), stated(placed, 'warning_under_review'))
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, reviews: [] })
    await tell(stated(placed, 'needs_response'))
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0, reviews: ['disputed'] })
  })

  it('a prevented dispute is treated as won, or as lost if money was moved', async () => {
    const [kept, taken] = [await paidOrder(), await paidOrder()]
    for (const placed of [kept, taken]) await tell(stated(placed, 'needs_response'))
    await tell(stated(kept, 'prevented'), stated(taken, 'prevented', { balance_transactions: [{ amount: -price }] }))
    expect(await shop.books(kept)).toMatchObject({ status: 'paid', standing: 1 })
    expect(await shop.books(taken)).toMatchObject({ status: 'refunded', standing: 0 })
  })

  it('a dispute under appeal is treated as open', async () => {
    const placed = await paidOrder()
    await tell(stated(placed, 'appeal_under_review'))
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0 })
  })
})
