import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { hasPaid } from '#server/modules/orders/orders.service.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { checkPromoCode } from '#server/workflows/orders/check-promo-code.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { resolveReview } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { waitForWaiters } from '../../support/native.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
  for (const [code, firstPurchaseOnly] of [
    ['FIRST', true],
    ['ANY', false],
  ] as const)
    await insertPromoCode(world.deps.database, {
      code,
      kind: 'percent',
      percentBps: 5_000,
      amounts: null,
      goodsIds: null,
      methods: null,
      firstPurchaseOnly,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      maxUsesPerUser: 1,
      note: 'test',
    })
})
afterAll(() => world.close())

const payerOf = (name: string) => Buffer.from(name.padEnd(32)).toString('hex')
const factsOf = (order: Bought, payer: string) => [
  { ...company.fact(order, 'paid', order.totalMinor), payer: payerOf(payer) },
]
const pay = (order: Bought, payer: string) => company.settle(order.orderId, factsOf(order, payer))
async function withCode(who: { userId: string }, code: string): Promise<Bought> {
  const order = await company.order(who)
  await company.rows(
    'update orders set promo_code = $2, discount_minor = total_minor, price_minor = 2 * total_minor where id = $1',
    [order.orderId, code],
  )
  return order
}
const itemsOf = async ({ orderId }: Bought) =>
  (await listOpenReviews(world.deps.database)).filter((item) => item.orderId === orderId)
const offer = (userId: string) =>
  checkPromoCode(
    { database: world.deps.database, digest: company.digest },
    'FIRST',
    { goodsId: 'plan-12', method: 'alipay', currency: 'CNY', priceMinor: 10_000 },
    { userId, network: userId },
  )

describe('first-purchase promo code', () => {
  it('a first-purchase code is usable again after an unfilled group was refunded', async () => {
    const { userId } = await company.person()
    const { groupId, orderId } = await world.start(userId, 2, 'pay_self')
    await world.pay(orderId)
    await expect(offer(userId)).rejects.toThrow('PromoFirstOnly')
    await world.passTime(groupId)
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('refunded')
    expect(await hasPaid(world.deps.database, userId)).toBe(false)
    expect(await offer(userId)).toMatchObject({ discountMinor: 5_000 })
  })

  it('a first-purchase code is refused to an account whose known payer bought with another account', async () => {
    const [first, second] = [await company.person(), await company.person()]
    const shared = await company.order(second)
    await pay(shared, 'card of one')
    await company.refund(shared)
    expect(await offer(second.userId)).toMatchObject({ code: 'FIRST' })
    const bought = await company.order(first)
    await pay(bought, 'card of one')
    await expect(offer(second.userId)).rejects.toThrow('PromoFirstOnly')
    await company.refund(bought)
    expect(await offer(second.userId)).toMatchObject({ code: 'FIRST' })
  })

  it('a first-purchase code used by one payer on two accounts opens a review and holds the commission', async () => {
    const affiliate = await company.affiliate()
    const [first, second] = [await company.person(), await company.come(affiliate.inviteCode)]
    const earlier = await withCode(first, 'FIRST')
    await pay(earlier, 'card of two')
    expect(await itemsOf(earlier)).toEqual([])
    const later = await withCode(second, 'FIRST')
    await pay(later, 'card of two')
    await pay(later, 'card of two')
    const [item, more] = await itemsOf(later)
    expect(item).toMatchObject({ reason: 'promo_not_first', details: { code: 'FIRST', discountMinor: 26_800 } })
    expect(more).toBeUndefined()
    expect(await itemsOf(earlier)).toEqual([])
    const stands = await company.rows(
      `select o.status, (select review_reason from commissions c where c.order_id = o.id) as review from orders o where id = $1`,
      [later.orderId],
    )
    expect(stands).toEqual([{ status: 'paid', review: 'first purchase again' }])
    const mails = await company.rows(
      `select facts->>'why' as why, facts->'reason' as words from outbox_messages where user_id = $1 and template = 'aff-held'`,
      [affiliate.userId],
    )
    expect(mails).toEqual([{ why: 'purchase', words: null }])
    const decided = { id: item!.id, decision: 'keep', reason: 'a family', operator: ada } as const
    expect(await resolveReview(world.deps.database, decided)).toMatchObject({ reason: 'promo_not_first' })
    await company.settle(later.orderId, factsOf(later, 'card of two'))
    expect(await itemsOf(later)).toEqual([])
  })

  it('no review is opened for another payer, another code, or a purchase made earlier', async () => {
    const [first, second, third] = [await company.person(), await company.person(), await company.person()]
    const earliest = await withCode(first, 'FIRST')
    await pay(earliest, 'card of three')
    const plain = await withCode(second, 'ANY')
    await pay(plain, 'card of three')
    const stranger = await withCode(third, 'FIRST')
    await pay(stranger, 'card of four')
    await pay(earliest, 'card of three')
    for (const order of [earliest, plain, stranger]) expect(await itemsOf(order)).toEqual([])
  })

  it.each([
    ['is reported after the later one', 'told late'],
    ['names its payer after the later one', 'named late'],
  ])('a payer with two accounts is found in exactly one of them when the earlier payment %s', async (_what, way) => {
    const [one, other] = [
      await withCode(await company.person(), 'FIRST'),
      await withCode(await company.person(), 'FIRST'),
    ]
    const card = `card that is ${way}`
    const earlier = company.fact(one, 'paid', one.totalMinor)
    const unnamed = [{ ...earlier, at: new Date(earlier.at.getTime() - 2_000) }]
    const named = unnamed.map((fact) => ({ ...fact, payer: payerOf(card) }))
    const later = factsOf(other, card)
    if (way === 'named late') await company.settle(one.orderId, unnamed)
    await company.settle(other.orderId, later)
    await company.settle(one.orderId, named)
    await company.settle(one.orderId, named)
    await company.settle(other.orderId, later)
    expect([(await itemsOf(one)).length, (await itemsOf(other)).length]).toEqual([1, 0])
  })

  it('two accounts paid by one payer at the same moment open exactly one review', async () => {
    const orders = [await withCode(await company.person(), 'FIRST'), await withCode(await company.person(), 'FIRST')]
    const [one, other] = orders as [Bought, Bought]
    const [worked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const open = world.deps.database.transaction(async (tx) => {
      await applyPaymentFacts(tx, { orderId: one.orderId, facts: factsOf(one, 'card of five'), source: 'query' })
      worked.resolve(undefined)
      await go.promise
    })
    await worked.promise
    const second = pay(other, 'card of five')
    await waitForWaiters(world, 1)
    go.resolve(undefined)
    await Promise.all([open, second])
    expect([await itemsOf(one), (await itemsOf(other)).length]).toEqual([[], 1])
  })

  it('two first-purchase orders of one account paid at the same moment open exactly one review', async () => {
    const who = await company.member()
    const [one, other] = [await withCode(who, 'FIRST'), await withCode(who, 'FIRST')]
    const gate = new pg.Client(world.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from memberships where user_id = $1 for update', [who.userId])
    const paid = Promise.all([pay(one, 'card of six'), pay(other, 'card of six')])
    await waitForWaiters(world, 2)
    await gate.query('commit')
    await gate.end()
    await paid
    expect((await itemsOf(one)).length + (await itemsOf(other)).length).toBe(1)
  })
})
