import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewDecisions, type ReviewDecision } from '#shared/contract/operator/reviews.ts'
import { openReview, reviewFigures } from '#server/modules/payments/reviews.service.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ben } from '#tests/support/operators.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const show = (id: string) => perform(db.database, 'reviews.show', { id })
const rehearse = (id: string, decision: ReviewDecision) =>
  perform(db.database, 'reviews.decide', { id, decision, reason: 'a test' }, { preview: true })
/** Id of the open review of this order; null selects the review without an order. */
async function reviewOf(order: Bought | null): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    `select id from review_items where resolved_at is null and order_id is not distinct from $1`,
    [order?.orderId ?? null],
  )
  return row!.id
}

const short = async (): Promise<Bought> => {
  const order = await company.order(await company.person())
  await company.settle(order.orderId, [company.fact(order, 'paid', order.totalMinor - 100)])
  return order
}
const disputed = async (): Promise<Bought> => {
  const order = await company.buy(await company.person())
  await company.dispute(order)
  return order
}
const refundFailed = async (): Promise<Bought> => {
  const order = await company.buy(await company.person())
  const { refundIds } = await perform(db.database, 'orders.refund', { order: order.orderId, all: true, reason: 'x' })
  await company.settle(order.orderId, [company.fact(order, 'refund_failed', order.totalMinor, refundIds[0] ?? '')])
  return order
}
const refundedSince = async (): Promise<Bought> => {
  const order = await refundFailed()
  await perform(db.database, 'orders.refund', { order: order.orderId, all: true, reason: 'by hand' })
  return order
}
const figuresDiffer = async (): Promise<null> => {
  await db.database.transaction((tx) => reviewFigures(tx, 'ledger', { found: 1, differences: ['one'] }))
  return null
}
const kinds: [string, () => Promise<Bought | null>, ReviewDecision[]][] = [
  ['money that came short', short, ['keep', 'refund']],
  ['a dispute', disputed, ['keep', 'lost', 'won']],
  ['a refund that failed', refundFailed, ['keep', 'refund', 'retry', 'settled']],
  ['a refund that failed, whose money went back since', refundedSince, ['keep', 'refund', 'settled']],
  ['figures, which are of no order', figuresDiffer, ['keep']],
]

describe('review page', () => {
  it.each(kinds)('a review of %s offers exactly the decisions that can succeed', async (_what, make, expected) => {
    const id = await reviewOf(await make())
    const { possible } = await show(id)
    expect(possible).toEqual(expected)
    for (const decision of reviewDecisions) {
      const refusal = await rehearse(id, decision).then(
        () => null,
        (error: unknown) => String(error),
      )
      expect([decision, refusal === null], refusal ?? '').toEqual([decision, possible.includes(decision)])
    }
  })

  it('a review names the order number and the buyer', async () => {
    const order = await short()
    const [row] = await db.asOwner<{ number: string; uid: number }>(
      'select o.number, u.uid from orders o join users u on u.id = o.user_id where o.id = $1',
      [order.orderId],
    )
    const id = await reviewOf(order)
    expect(await show(id)).toMatchObject({ order: row!.number, user: row!.uid, decided: null })
    const { items } = await perform(db.database, 'reviews.list', {})
    expect(items.find((item) => item.id === id)).toMatchObject({ order: row!.number })
  })

  it('a decided review shows who decided, when and how, and offers no decision', async () => {
    const id = await reviewOf(await short())
    const how = { id, decision: 'keep', reason: 'house rule' } as const
    await perform(db.database, 'reviews.decide', how, { operator: ben })
    const shown = await show(id)
    expect(shown).toMatchObject({ by: 'ben', decision: 'keep: house rule', possible: [] })
    expect(shown.decided!.getTime()).toBeGreaterThanOrEqual(shown.since.getTime())
  })

  it('the last five decisions of the same kind are shown, newest first, using an index', async () => {
    const ask = async (number: number) => {
      const { orderId } = await company.order(await company.person())
      const review = { orderId, attemptId: null, reason: 'overpaid', details: { number } }
      await db.database.transaction((tx) => openReview(tx, review))
      const [row] = await db.asOwner<{ id: string }>('select id from review_items where order_id = $1', [orderId])
      return row!.id
    }
    for (let number = 0; number < 7; number++)
      await perform(db.database, 'reviews.decide', { id: await ask(number), decision: 'keep', reason: `${number}` })
    const { alike } = await show(await ask(7))
    expect(alike.map(({ decision }) => decision)).toEqual(['keep: 6', 'keep: 5', 'keep: 4', 'keep: 3', 'keep: 2'])
    await db.asOwner('set enable_seqscan = off')
    const plan = await db.asOwner<{ 'QUERY PLAN': string }>(
      `explain select id from review_items where reason = 'overpaid' and resolved_at is not null order by resolved_at desc limit 5`,
    )
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('review_items_decided')
    expect(lines).not.toContain('Sort')
  })
})

describe('amounts moved by a decision', () => {
  const dispute = (order: Bought, disputeId: string, amountMinor: number, currency = order.currency) => ({
    ...company.fact(order, 'disputed', amountMinor),
    disputeId,
    amount: { amountMinor, currency },
  })
  async function decided(decision: ReviewDecision, factsOf: (order: Bought) => ReturnType<typeof dispute>[]) {
    const order = await company.buy(await company.person())
    await company.settle(order.orderId, factsOf(order))
    const id = await reviewOf(order)
    const { moves } = await rehearse(id, decision)
    const done = await perform(db.database, 'reviews.decide', { id, decision, reason: 'x' })
    expect(done.moves).toEqual(moves)
    return { moves, lostMinor: done.lostMinor, order }
  }

  it.each(['lost', 'won'] as const)('several disputes move the sum of all of them (%s)', async (decision) => {
    const { moves, order } = await decided(decision, (its) => [dispute(its, 'd1', 400), dispute(its, 'd2', 700)])
    expect(moves).toEqual([{ amountMinor: 1_100, currency: order.currency }])
  })

  it.each(['lost', 'won'] as const)(
    'a dispute stated in another currency moves the whole payment (%s)',
    async (decision) => {
      const { moves, order } = await decided(decision, (its) => [
        dispute(its, 'd1', 400, its.currency === 'USD' ? 'CNY' : 'USD'),
      ])
      expect(moves).toEqual([{ amountMinor: order.totalMinor, currency: order.currency }])
    },
  )

  it.each(['lost', 'won'] as const)('a dispute after a partial refund moves the rest (%s)', async (decision) => {
    const { moves, order, lostMinor } = await decided(decision, (its) => [
      { ...dispute(its, '', its.totalMinor - 300), kind: 'refunded' },
      dispute(its, 'd1', its.totalMinor),
    ])
    expect(moves).toEqual([{ amountMinor: decision === 'lost' ? order.totalMinor : 300, currency: order.currency }])
    expect(lostMinor).toBe(decision === 'lost' ? order.totalMinor : 0)
  })

  it('a refund moves the refunded amount, a failed one its amount, and keeping the money nothing', async () => {
    const order = await refundFailed()
    const [id, all] = [await reviewOf(order), [{ amountMinor: order.totalMinor, currency: order.currency }]]
    for (const decision of ['refund', 'retry', 'settled'] as const)
      expect([decision, (await rehearse(id, decision)).moves]).toEqual([decision, all])
    expect((await rehearse(id, 'keep')).moves).toEqual([])
    const since = await reviewOf(await refundedSince())
    expect((await rehearse(since, 'refund')).moves).toEqual([])
  })
})

describe('effects of a decision on the order', () => {
  it('a lost dispute takes back time and commission at once', async () => {
    const inviter = await company.affiliate()
    const order = await company.buy(await company.come(inviter.inviteCode))
    const earned = (await company.commissions(order)).reduce((sum, minor) => sum + minor, 0)
    expect(earned).toBeGreaterThan(0)
    await company.dispute(order)
    const id = await reviewOf(order)
    const said = await rehearse(id, 'lost')
    const { commission, orderStatus, onceSent } = said
    expect(commission!.after).toEqual({ amountMinor: 0, currency: 'USD' })
    expect([orderStatus, onceSent]).toEqual([{ before: 'review', after: 'refunded' }, null])
    const done = await perform(db.database, 'reviews.decide', { id, decision: 'lost', reason: 'x' })
    expect(done).toMatchObject({ commission, orderStatus })
  })

  it('a refund keeps the membership until the money is sent, and the preview shows the later expiry', async () => {
    const buyer = await company.member()
    const order = await company.order(buyer)
    await company.pay(order)
    await db.database.transaction((tx) =>
      openReview(tx, { orderId: order.orderId, attemptId: null, reason: 'overpaid', details: {} }),
    )
    const id = await reviewOf(order)
    const input = { id, decision: 'refund', reason: 'x' } as const
    const { memberUntil, onceSent, orderStatus, refundIds } = await perform(db.database, 'reviews.decide', input)
    expect(orderStatus).toEqual({ before: 'paid', after: 'refunding' })
    expect(memberUntil!.after).toEqual(memberUntil!.before)
    expect(onceSent!.getTime()).toBeLessThan(memberUntil!.after!.getTime())
    await company.settle(order.orderId, [company.fact(order, 'refunded', order.totalMinor, refundIds[0] ?? '')])
    const [row] = await db.asOwner<{ until: Date }>('select expires_at as until from memberships where user_id = $1', [
      buyer.userId,
    ])
    expect(row!.until).toEqual(onceSent)
  })

  it('a decision about money without an order changes no order', async () => {
    expect(await rehearse(await reviewOf(null), 'keep')).toMatchObject({ orderStatus: null, memberUntil: null })
  })
})
