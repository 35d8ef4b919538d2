import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'
import { perform } from '../../support/operator-acts.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
})
afterAll(() => world.close())

const erase = (userId: string) =>
  world.rows('insert into account_deletions (user_id, erase_at, erased_at) values ($1, now(), now())', [userId])
const grantsOf = (userId: string) => world.rows('select id from membership_grants where user_id = $1', [userId])
const statusOf = async (orderId: string) =>
  (await world.rows<{ status: string }>('select status from orders where id = $1', [orderId]))[0]?.status
const reviewsOf = (orderId: string) =>
  world.rows<{ id: string; reason: string }>(
    'select id, reason from review_items where order_id = $1 and resolved_at is null order by opened_at',
    [orderId],
  )
/** Amount that the ledger holds in suspense for an order. */
const suspenseOf = async (orderId: string) =>
  (
    await world.rows<{ minor: number }>(
      `select coalesce(sum(case when credit = 'suspense' then amount_minor when debit = 'suspense' then -amount_minor else 0 end), 0)::int
         as minor from ledger_postings where order_id = $1`,
      [orderId],
    )
  )[0]!.minor

async function expectHeld(orderId: string, userId: string, minor: number, items = 1): Promise<void> {
  expect(await statusOf(orderId)).toBe('review')
  expect((await reviewsOf(orderId)).map(({ reason }) => reason)).toEqual(Array(items).fill('account_erased'))
  expect(await grantsOf(userId)).toEqual([])
  expect(await suspenseOf(orderId)).toBe(minor)
  expect((await verifyLedger(world.deps.database)).problems).toEqual([])
}

describe('payment for an erased account', () => {
  it('a late payment for an erased account is held in suspense for review and can be refunded', async () => {
    const buyer = await company.person()
    const order = await company.order(buyer)
    await erase(buyer.userId)
    await company.pay(order)
    await company.pay(order)
    await expectHeld(order.orderId, buyer.userId, 26_800)
    const [item] = await reviewsOf(order.orderId)
    await perform(world.deps.database, 'reviews.decide', { id: item!.id, decision: 'refund', reason: 'gone' })
    await company.refund(order)
    expect(await statusOf(order.orderId)).toBe('refunded')
    expect(await suspenseOf(order.orderId)).toBe(0)
  })

  it('a payment for an erased account earns no commission and stores no payer', async () => {
    const friend = await company.come((await company.affiliate()).inviteCode)
    const order = await company.order(friend)
    await erase(friend.userId)
    const payer = randomBytes(32).toString('hex')
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer }])
    expect(await company.commissions(order)).toEqual([])
    expect(await world.rows('select user_id from payment_payers where user_id = $1', [friend.userId])).toEqual([])
  })

  it('crypto transfers for an erased account are held for review, also in parts', async () => {
    const buyer = await company.person()
    const order = await company.order(buyer, { totalMinor: 4_490, currency: 'USD', provider: 'crypto' })
    await erase(buyer.userId)
    await company.transfer(order, 'part-1', 2_000)
    await company.transfer(order, 'part-2', 2_490)
    expect(await reviewsOf(order.orderId)).toHaveLength(2)
    await expectHeld(order.orderId, buyer.userId, 4_490, 2)
  })

  it('a further transfer to an erased account adds nothing to an order that was already paid', async () => {
    const buyer = await company.person()
    const order = await company.order(buyer, { totalMinor: 4_490, currency: 'USD', provider: 'crypto' })
    await company.transfer(order, 'before', 4_490)
    await erase(buyer.userId)
    await company.transfer(order, 'after', 4_490)
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await reviewsOf(order.orderId)).toMatchObject([{ reason: 'account_erased' }])
    expect(await suspenseOf(order.orderId)).toBe(4_490)
  })

  it('a payment for a group seat of an erased account is held, and the group stays unfinished', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const userId = await world.user()
    const orderId = await world.joinForPay(userId, groupId)
    await erase(userId)
    await world.pay(orderId)
    const [group] = await world.rows<{ status: string }>('select status from groups where id = $1', [groupId])
    expect(group?.status).toBe('unfinished')
    expect(await grantsOf(userId)).toEqual([])
    expect(await reviewsOf(orderId)).toMatchObject([{ reason: 'account_erased' }])
  })

  it('a device upgrade paid for an erased account is held for review', async () => {
    const buyer = await company.person()
    const base = await company.buy(buyer)
    const more: Bought = await company.order(buyer, { totalMinor: 16_000 })
    const [grant] = await world.rows<{ id: string }>('select id from membership_grants where user_id = $1', [
      buyer.userId,
    ])
    const pieces = [{ grantId: grant!.id, seconds: 86_400, worthSeconds: 43_200 }]
    await world.rows('update orders set difference = $2, months = 0, max_devices = 10 where id = $1', [
      more.orderId,
      JSON.stringify({ pieces }),
    ])
    await erase(buyer.userId)
    await company.pay(more)
    expect(await statusOf(base.orderId)).toBe('paid')
    expect(await statusOf(more.orderId)).toBe('review')
    expect(await reviewsOf(more.orderId)).toMatchObject([{ reason: 'account_erased' }])
    expect(await grantsOf(buyer.userId)).toHaveLength(1)
  })
})
