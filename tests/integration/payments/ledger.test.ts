import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { rehearsedDatabase } from '#server/platform/rehearse.ts'
import { compareAttempt, comparePage } from '#server/workflows/payments/review/compare-payments.ts'
import { measureRefund } from '#server/workflows/payments/refunds/request-refund.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { eventually, openShop, plan, type Placed, type Shop } from './payments.setup.ts'
import { perform, tryPerform, requestRefund, resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const status = async (placed: Placed) => (await shop.work(), (await shop.books(placed)).status)
async function paidOrder(how: { deltaMinor?: number } = {}): Promise<Placed> {
  const placed = await shop.order({ method: 'wechat' })
  const { fakeGateway } = shop.simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(placed.attemptId), how)
  await eventually(async () => (await status(placed)) === (how.deltaMinor ? 'review' : 'paid'))
  return placed
}
const refund = (placed: Placed, amountMinor: number | 'all') =>
  requestRefund(shop.deps.database, { orderId: placed.orderId, amountMinor, reason: 'asked', requestedBy: ada })
const postings = ({ orderId }: Placed) =>
  shop.rows(
    `select source || ' ' || debit || ' > ' || credit || ' ' || amount_minor || ' ' || currency as text
     from ledger_postings where order_id = $1 order by booked_at, id`,
    [orderId],
  )
const rehearsed = () => ({ ...shop.deps, database: rehearsedDatabase(shop.deps.database) })
const audits = async (action: string) =>
  shop.rows<{ operator: string; details: Record<string, unknown> }>(
    `select operator, details from audit_log where action = $1 order by at, id`,
    [action],
  )

describe('ledger', () => {
  it('a payment and its refunds are booked once and agree with the facts', async () => {
    const placed = await paidOrder()
    await refund(placed, 6_800)
    await eventually(async () => (await status(placed)) === 'partially_refunded')
    await refund(placed, 'all')
    await eventually(async () => (await status(placed)) === 'refunded')
    expect(await postings(placed)).toEqual([
      { text: 'payment clearing:wechat > revenue 26800 CNY' },
      { text: 'refund refunds > clearing:wechat 6800 CNY' },
      { text: 'refund refunds > clearing:wechat 20000 CNY' },
    ])
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('a payment of a wrong amount stays in suspense until an operator refunds it', async () => {
    const placed = await paidOrder({ deltaMinor: -1 })
    expect(await postings(placed)).toEqual([{ text: 'payment clearing:wechat > suspense 26799 CNY' }])
    const item = (await listOpenReviews(shop.deps.database)).find(({ orderId }) => orderId === placed.orderId)!
    const decision = { id: item.id, decision: 'refund', reason: 'too little' } as const
    const decide = () => tryPerform(shop.deps.database, 'reviews.decide', decision)
    const before = (await audits('reviews.decide')).length
    const outcomes = await Promise.all(Array.from({ length: 6 }, decide))
    const [outcome, ...others] = outcomes.filter((found) => found !== null)
    expect(others).toEqual([])
    expect(await audits('reviews.decide')).toHaveLength(before + 1)
    expect(outcome).toMatchObject({ orderId: placed.orderId, about: 'amount_mismatch' })
    expect(await decide()).toBeNull()
    expect((await audits('reviews.decide')).at(-1)).toMatchObject({ operator: 'ada', details: { decision: 'refund' } })
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it.each([
    ['update', `update ledger_postings set amount_minor = amount_minor + 1`],
    ['delete', `delete from ledger_postings`],
    ['truncate', `truncate ledger_postings`],
  ])('the ledger refuses %s, even for the schema owner', async (_name, text) => {
    await expect(shop.rows(text)).rejects.toThrow('ledger_postings is append-only')
  })

  it('ledger verification finds an unbooked payment and a booking without a payment fact', async () => {
    const placed = await paidOrder()
    const [fact] = await shop.rows<{ id: string }>(
      `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash)
       values (gen_random_uuid(), 'wechat', 'paid', $1, 'never-booked', '', 'CNY', 5, now(), 'query', '') returning id`,
      [placed.attemptId],
    )
    await shop.rows(
      `insert into ledger_postings (id, source, source_id, debit, credit, currency, amount_minor)
       values (gen_random_uuid(), 'payment', 'wechat:no one', 'clearing:wechat', 'revenue', 'CNY', 7)`,
    )
    const { problems } = await verifyLedger(shop.deps.database)
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('payment wechat:never-booked is 5 by the facts and 0 in the books')
    expect(problems[1]).toContain('1 booked payments')
    await shop.rows(`delete from payment_facts where id = $1`, [fact!.id])
  })
})

describe('lost dispute', () => {
  it('a lost dispute is booked once when the operator says so', async () => {
    const placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: 4_490 })
    const { fakeGateway } = shop.simulator.counters.stripe
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await status(placed)) === 'paid')
    fakeGateway.dispute(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await status(placed)) === 'review')
    const item = (await listOpenReviews(shop.deps.database)).find(({ orderId }) => orderId === placed.orderId)!
    const outcome = await resolveReview(shop.deps.database, {
      id: item.id,
      decision: 'lost',
      reason: 'bank said so',
      operator: ada,
    })
    expect(outcome?.lostMinor).toBe(4_490)
    const booked = await postings(placed)
    expect(booked.at(-1)).toEqual({ text: 'dispute chargebacks > clearing:stripe 4490 USD' })
    expect((await shop.books(placed)).status).toBe('refunded')
    fakeGateway.closeDispute(fakeGateway.get(placed.attemptId), 'lost')
    await eventually(
      async () =>
        (await shop.work(), (await shop.books(placed)).facts.length === 4) && fakeGateway.notices.at(-1)!.finished,
    )
    expect(await postings(placed)).toEqual(booked)
    expect((await listOpenReviews(shop.deps.database)).filter(({ orderId }) => orderId === placed.orderId)).toEqual([])
  })
})

describe('comparison with the provider', () => {
  const attemptOf = async (placed: Placed) => (await findAttempt(shop.deps.database, placed.attemptId))!

  it('comparing an attempt finds an unreported payment and settles it', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    const only = await compareAttempt(rehearsed(), await attemptOf(placed))
    expect(only).toMatchObject([{ what: 'unknown_payment', statedMinor: plan.totalMinor, knownMinor: 0 }])
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
    expect(await compareAttempt(shop.deps, await attemptOf(placed))).toHaveLength(1)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect(await compareAttempt(shop.deps, await attemptOf(placed))).toEqual([])
  })

  it('a payment that the provider denies opens a review and takes nothing back', async () => {
    const placed = await paidOrder()
    Object.assign(shop.simulator.counters.wechat.fakeGateway.get(placed.attemptId), { paidAt: null, paidMinor: 0 })
    expect(await compareAttempt(rehearsed(), await attemptOf(placed))).toHaveLength(1)
    expect((await shop.books(placed)).reviews).toEqual([])
    expect(await compareAttempt(shop.deps, await attemptOf(placed))).toMatchObject([
      { what: 'denied_payment', statedMinor: 0 },
    ])
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, reviews: ['denied_payment'] })
  })

  it('the comparison covers all recent attempts and reports where a provider did not answer', async () => {
    const placed = await paidOrder()
    shop.simulator.counters.wechat.faults.add({ method: 'query', kind: 'status500', times: 1, ms: 0 })
    expect(await compareAttempt(shop.deps, await attemptOf(placed))).toMatchObject([{ what: 'no_answer' }])
    const all = await comparePage(rehearsed(), { since: new Date(Date.now() - 86_400_000), after: '' })
    expect(all.compared).toBeGreaterThan(5)
    expect(all.next).toBeNull()
    expect(all.found.map(({ what }) => what)).not.toContain('unknown_payment')
  })
})

describe('refund by an operator', () => {
  it('a refund is previewed before it is requested and leaves an audit row', async () => {
    const placed = await paidOrder()
    const order = (await findOrder(shop.deps.database, placed.orderId))!
    expect(await measureRefund(shop.deps.database, order, 'all')).toEqual({
      availableMinor: 26_800,
      goneMinor: 0,
      amountMinor: 26_800,
      takesTimeBack: true,
      others: [],
    })
    expect((await measureRefund(shop.deps.database, order, 800)).takesTimeBack).toBe(false)
    await expect(measureRefund(shop.deps.database, order, 26_801)).rejects.toThrow('At most ¥268.00')
    const before = (await audits('orders.refund')).length
    await perform(shop.deps.database, 'orders.refund', { order: placed.orderId, all: true, reason: 'asked for' })
    await expect(refund(placed, 1)).rejects.toThrow('At most ¥0.00')
    expect(await audits('orders.refund')).toHaveLength(before + 1)
  })
})
