import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { ReviewDecision } from '#shared/contract/operator/reviews.ts'
import { runAction } from '#tests/support/run-action.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'
import { waitingJobs } from '../../support/jobs.ts'

const price = 4_490
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const atStripe = (placed: Placed, what: string, body: unknown = {}) =>
  shop.switchboard('POST', `stripe/bills/${placed.attemptId}/${what}`, body)
const status = async (placed: Placed) => (await shop.work(), (await shop.books(placed)).status)
const reaches = (placed: Placed, wanted: string) => eventually(async () => (await status(placed)) === wanted)
const heard = (placed: Placed, notifications: number) =>
  eventually(async () => {
    await shop.work()
    const sent = shop.simulator.counters.stripe.fakeGateway.notices.filter(({ number }) => number === placed.attemptId)
    const left = await waitingJobs(shop.rows, 'process-provider-event')
    return sent.length === notifications && sent.every(({ finished }) => finished) && left.length === 0
  })

async function disputed(amountMinor?: number): Promise<Placed> {
  const placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: price })
  await atStripe(placed, 'pay')
  await reaches(placed, 'paid')
  await atStripe(placed, 'dispute', { amountMinor })
  await reaches(placed, 'review')
  return placed
}
const openItems = async ({ orderId }: Placed) =>
  (await listOpenReviews(shop.deps.database)).filter((item) => item.orderId === orderId)
async function decide(placed: Placed, decision: ReviewDecision, dryRun = false): Promise<string> {
  const [item] = await openItems(placed)
  const values = { id: item!.id, decision, reason: 'the bank called' }
  return runAction({ database: shop.deps.database, config: shop.app.config }, 'reviews.decide', values, dryRun)
}
const losses = async ({ orderId }: Placed) =>
  (
    await shop.rows<{ text: string }>(
      `select source || ' ' || debit || ' > ' || credit || ' ' || amount_minor as text from ledger_postings
       where order_id = $1 and source in ('dispute', 'adjustment') order by booked_at, id`,
      [orderId],
    )
  ).map(({ text }) => text)
const taken = (minor: number) => `dispute chargebacks > clearing:stripe ${minor}`
const given = (minor: number) => `adjustment clearing:stripe > chargebacks ${minor}`
const problems = async () => (await verifyLedger(shop.deps.database)).problems

describe('operator marks a dispute as lost', () => {
  it('the operator sees and states the lost amount, and a later notification from Stripe confirms it', async () => {
    const placed = await disputed(3_000)
    const dispute = { amountMinor: 3_000, currency: 'USD' }
    expect(await openItems(placed)).toMatchObject([{ reason: 'disputed', details: { disputes: [dispute] } }])
    expect(await decide(placed, 'lost', true)).toContain('$30.00 of $44.90 will be booked as a loss')
    expect(await losses(placed)).toEqual([])
    expect(await decide(placed, 'lost')).toContain('booked as lost: 3000 minor units')
    expect(await losses(placed)).toEqual([taken(3_000)])
    const rest = [{ reason: 'disputed', details: { disputes: [], lostMinor: 3_000 } }]
    expect(await openItems(placed)).toMatchObject(rest)
    await atStripe(placed, 'dispute/close', { end: 'lost' })
    await heard(placed, 3)
    expect(await losses(placed)).toEqual([taken(3_000)])
    // The rest is still in review, and no other review is open.
    expect(await openItems(placed)).toMatchObject(rest)
    expect(await problems()).toEqual([])
  })

  it('a loss booked by an operator is corrected to the amount that Stripe reports', async () => {
    const placed = await disputed()
    await decide(placed, 'lost')
    expect(await losses(placed)).toEqual([taken(price)])
    shop.simulator.counters.stripe.fakeGateway.get(placed.attemptId).disputedMinor = 3_000
    await atStripe(placed, 'dispute/close', { end: 'lost' })
    await heard(placed, 3)
    expect(await losses(placed)).toEqual([taken(price), given(price - 3_000)])
    expect(await openItems(placed)).toMatchObject([{ details: { disputes: [], lostMinor: 3_000 } }])
    expect(await problems()).toEqual([])
  })

  it('a dispute marked lost too early returns money and time when Stripe says won; a second dispute is booked anew', async () => {
    for (const amountMinor of [undefined, 3_000]) {
      const placed = await disputed(amountMinor)
      const sum = amountMinor ?? price
      await decide(placed, 'lost')
      await atStripe(placed, 'dispute/close', { end: 'won' })
      await reaches(placed, 'paid')
      expect(await shop.books(placed)).toMatchObject({ standing: 1, grants: 2 })
      expect(await losses(placed)).toEqual([taken(sum), given(sum)])
      expect(await openItems(placed)).toEqual([])
      expect(await problems()).toEqual([])

      await atStripe(placed, 'dispute', { amountMinor })
      await reaches(placed, 'review')
      await atStripe(placed, 'dispute/close', { end: 'lost' })
      await heard(placed, 5)
      expect(await losses(placed)).toEqual([taken(sum), given(sum), taken(sum)])
      expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0 })
      expect(await openItems(placed)).toHaveLength(amountMinor === undefined ? 0 : 1)
      expect(await problems()).toEqual([])
    }
  })
})

describe('operator marks a dispute as won', () => {
  it('a dispute that an operator marked as won is booked as lost when Stripe says lost', async () => {
    const placed = await disputed()
    await decide(placed, 'won')
    await reaches(placed, 'paid')
    await atStripe(placed, 'dispute/close', { end: 'lost' })
    await reaches(placed, 'refunded')
    expect(await losses(placed)).toEqual([taken(price)])
    expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0 })
    expect(await openItems(placed)).toEqual([])
    expect(await problems()).toEqual([])
  })

  it.each(['won', 'lost'] as const)(
    'marking a dispute as "%s" is refused when none is open, and the review stays open',
    async (end) => {
      const placed = await disputed(3_000)
      await atStripe(placed, 'dispute/close', { end: 'lost' })
      await eventually(async () => (await shop.work(), (await losses(placed)).length === 1))
      const before = await openItems(placed)
      expect(before).toMatchObject([{ details: { disputes: [], lostMinor: 3_000 } }])
      await expect(decide(placed, end, true)).rejects.toThrow('There is no open dispute any more')
      await expect(decide(placed, end)).rejects.toThrow('There is no open dispute any more')
      expect(await openItems(placed)).toEqual(before)
      expect(await decide(placed, 'keep')).toContain('Decided.')
      expect(await openItems(placed)).toEqual([])
    },
  )
})

describe('review of a dispute', () => {
  it('an open dispute review shows the current facts and stays open while a question is left', async () => {
    const placed = await disputed(3_000)
    await atStripe(placed, 'dispute/close', { end: 'lost' })
    await eventually(async () => (await shop.work(), (await losses(placed)).length === 1))
    const [first] = await openItems(placed)
    await atStripe(placed, 'dispute', { amountMinor: 1_000 })
    await heard(placed, 4)
    const second = { amountMinor: 1_000, currency: 'USD' }
    expect(await openItems(placed)).toMatchObject([
      { id: first!.id, details: { disputes: [second], lostMinor: 3_000 } },
    ])
    await atStripe(placed, 'dispute/close', { end: 'won' })
    await heard(placed, 5)
    expect(await openItems(placed)).toMatchObject([{ id: first!.id, details: { disputes: [], lostMinor: 3_000 } }])
  })

  it('each dispute with contradictory notifications from Stripe opens its own review', async () => {
    const placed = await disputed(1_000)
    for (const [round, amountMinor] of [1_000, 2_000].entries()) {
      if (round > 0) await atStripe(placed, 'dispute', { amountMinor })
      await atStripe(placed, 'dispute/close', { end: 'lost' })
      await atStripe(placed, 'dispute/close', { end: 'won' })
    }
    await heard(placed, 7)
    const contradicted = (await openItems(placed)).filter(({ reason }) => reason === 'conflicting_facts')
    expect(contradicted).toHaveLength(2)
    expect(new Set(contradicted.map(({ details }) => JSON.stringify(details))).size).toBe(2)
  })
})
