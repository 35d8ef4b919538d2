import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import path from 'node:path'
import { createHmac } from 'node:crypto'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { findDisputes } from '#server/workflows/payments/review/find-disputes.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import { stripeSession, writeStripeEvent } from '#simulators/stripe/gateway.ts'
import type { SignedNotification } from '#simulators/fake-gateway/fake-gateway.ts'
import { requestRefund, resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'
import { post } from './providers.setup.ts'

const { webhookSecret } = readKeys(path.join(inject('dataDir'), 'keys')).stripe
const minute = 60_000
let shop: Shop
let placed: Placed
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
const fakeGateway = () => shop.simulator.counters.stripe.fakeGateway
const gatewayPayment = () => fakeGateway().get(placed.attemptId)
beforeEach(async () => {
  placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: 4_490 })
  fakeGateway().pay(gatewayPayment(), { notify: 0 })
  await shop.rows('update payment_attempts set next_query_at = null')
})
const write = (change: object = {}, type = 'checkout.session.completed') =>
  writeStripeEvent(webhookSecret, type, { ...stripeSession(gatewayPayment()), ...change })
const send = async (notification: SignedNotification) => {
  const status = await post(shop, 'stripe', notification)
  await shop.work()
  return status
}
const signed = (body: string, seconds: number) =>
  createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
const openReviews = () =>
  shop.rows<{ id: string; reason: string }>(
    'select id, reason from review_items where order_id = $1 and resolved_at is null',
    [placed.orderId],
  )

describe('timestamp in a Stripe signature', () => {
  const old = () => Math.floor(Date.now() / 1000) - 7_200
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, (body: string) => string]>([
    [
      'two times, of which the one that was signed is two hours old',
      (body) => `t=${now()},t=${old()},v1=${signed(body, old())}`,
    ],
    ['two times, of which the first is old', (body) => `t=${old()},t=${now()},v1=${signed(body, now())}`],
    ['the same time twice', (body) => `t=${now()},t=${now()},v1=${signed(body, now())}`],
    ['a time of two hours ago', (body) => `t=${old()},v1=${signed(body, old())}`],
    ['a time with text behind it', (body) => `t=${now()}x,v1=${signed(body, now())}`],
    ['no time', (body) => `v1=${signed(body, now())}`],
  ])('a signature is refused when it has %s', async (_what, sign) => {
    const { body, headers } = write()
    expect(await send({ body, headers: { ...headers, 'stripe-signature': sign(body) } })).toBe(400)
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', facts: [] })
  })

  it('a signature with one current timestamp is accepted', async () => {
    const { body, headers } = write()
    const signature = `t=${now()},v1=${signed(body, now())}`
    expect(await send({ body, headers: { ...headers, 'stripe-signature': signature } })).toBe(200)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })
})

describe('Stripe event about another object', () => {
  it('an event of a connected account gets 400', async () => {
    const { body } = write()
    const other = JSON.stringify({ ...(JSON.parse(body) as object), account: 'acct_1Connected' })
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `t=${seconds},v1=${signed(other, seconds)}`,
    }
    expect(await send({ body: other, headers })).toBe(400)
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', facts: [] })
  })

  it.each([
    ['of another session under our number', { id: 'cs_test_somebody_elses' }],
    ['of a link for payments that was given our number', { metadata: {} }],
  ])(
    'an event credits nothing and opens one review where it is %s; the genuine one then counts',
    async (_what, change) => {
      for (let round = 0; round < 2; round++) expect(await send(write(change))).toBe(200)
      expect(await shop.books(placed)).toMatchObject({
        status: 'awaiting_payment',
        grants: 0,
        facts: [],
        reviews: ['other_opening'],
      })
      expect(await send(write())).toBe(200)
      expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    },
  )

  it('an expired session of another checkout under our number does not close the attempt', async () => {
    const change = { id: 'cs_test_somebody_elses', payment_status: 'unpaid', status: 'expired', payment_intent: null }
    expect(await send(write(change, 'checkout.session.expired'))).toBe(200)
    expect((await findAttempt(shop.deps.database, placed.attemptId))?.status).toBe('open')
    expect(await shop.books(placed)).toMatchObject({ status: 'awaiting_payment', reviews: [] })
  })

  it('an asynchronous payment failure after the completed session fails the attempt', async () => {
    const change = { payment_status: 'unpaid', payment_intent: null }
    expect(await send(write(change, 'checkout.session.async_payment_failed'))).toBe(200)
    expect((await findAttempt(shop.deps.database, placed.attemptId))?.status).toBe('failed')
  })
})

describe('dispute whose notification was lost', () => {
  it('a dispute without notifications is found by polling, opened once and closed once', async () => {
    await send(write())
    fakeGateway().dropNotifications(true)
    fakeGateway().dispute(gatewayPayment())
    for (let round = 0; round < 2; round++) await findDisputes(shop.deps, 'stripe')
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0, reviews: ['disputed'] })
    fakeGateway().closeDispute(gatewayPayment(), 'won')
    fakeGateway().dropNotifications(false)
    for (let round = 0; round < 2; round++) await findDisputes(shop.deps, 'stripe')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, reviews: ['disputed'] })
    expect(await openReviews()).toEqual([])
  })

  it('a polled dispute about an unknown payment opens one review', async () => {
    fakeGateway().dropNotifications(true)
    fakeGateway().dispute(gatewayPayment())
    fakeGateway().dropNotifications(false)
    const count = async () =>
      (await shop.rows(`select from review_items where order_id is null and reason = 'unknown_payment'`)).length
    const before = await count()
    for (let round = 0; round < 2; round++) await findDisputes(shop.deps, 'stripe')
    expect(await count()).toBe(before + 1)
  })
})

describe('payment in an unsupported currency', () => {
  it('a payment in an unsupported currency goes to review and can be refunded in full in that currency', async () => {
    await send(write({ currency: 'eur', amount_total: 4_100 }))
    expect(await shop.books(placed)).toMatchObject({ status: 'review', reviews: ['currency_mismatch'] })
    const [item] = await openReviews()
    const decided = await resolveReview(shop.deps.database, {
      id: item!.id,
      decision: 'refund',
      reason: 'not what was asked for',
      operator: ada,
    })
    expect(decided?.refundIds).toHaveLength(1)
    await shop.work()
    expect(gatewayPayment().refunds.map(({ amountMinor }) => amountMinor)).toEqual([4_100])
    const rows = await shop.rows('select currency, amount_minor::int as minor from refunds where order_id = $1', [
      placed.orderId,
    ])
    expect(rows).toEqual([{ currency: 'EUR', minor: 4_100 }])
    const asked = { orderId: placed.orderId, amountMinor: 100, reason: 'x', requestedBy: ada }
    await expect(requestRefund(shop.deps.database, asked)).rejects.toThrow(/^At most .0[.]00 can be refunded/)
  })
})

describe('pending refunds', () => {
  it('pending refunds are polled in turn, least recently polled first', async () => {
    await send(write())
    fakeGateway().holdRefunds(true)
    const ids: string[] = []
    for (let n = 0; n < 20; n++)
      ids.push(
        ...(await requestRefund(shop.deps.database, {
          orderId: placed.orderId,
          amountMinor: 10,
          reason: 'a part',
          requestedBy: ada,
        })),
      )
    fakeGateway().holdRefunds(false)
    await shop.rows(`update refunds set status = 'sent', created_at = now() - interval '1 hour' where id = any($1)`, [
      ids,
    ])
    const { claimStaleRefunds } = await import('#server/modules/payments/payments.queries.ts')
    const claim = async () => (await claimStaleRefunds(shop.deps.database, 16)).map(({ id }) => id)
    const [first, second] = [await claim(), await claim()]
    expect(first).toHaveLength(16)
    expect(second).toHaveLength(4)
    expect(new Set([...first, ...second])).toEqual(new Set(ids))
    // After five minutes, the refunds that waited longest are queried again.
    await shop.rows(
      `update refunds set asked_at = asked_at - interval '${6 * minute} milliseconds' where id = any($1)`,
      [ids],
    )
    expect(new Set(await claim())).toEqual(new Set(first))
  })
})
