import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { forgetFormerPayers } from '#server/modules/referrals/former-payers.queries.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { checkPromoCode } from '#server/workflows/orders/check-promo-code.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'

let world: GroupWorld
let company: Company
beforeAll(async () => {
  world = await openGroups()
  company = openCompany(world.db)
  await insertPromoCode(world.deps.database, {
    code: 'FIRST',
    kind: 'percent',
    percentBps: 5_000,
    amounts: null,
    goodsIds: null,
    methods: null,
    firstPurchaseOnly: true,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerUser: 1,
    note: 'test',
  })
})
afterAll(() => world.close())

const payerOf = (name: string) => Buffer.from(name.padEnd(32)).toString('hex')
const pay = (order: Bought, payer: string) =>
  company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer: payerOf(payer) }])
const offer = (userId: string) =>
  checkPromoCode(
    { database: world.deps.database, digest: company.digest },
    'FIRST',
    { goodsId: 'plan-12', method: 'alipay', currency: 'CNY', priceMinor: 10_000 },
    { userId, network: userId },
  )
async function erase(userId: string): Promise<void> {
  await company.rows('insert into account_deletions (user_id, erase_at) values ($1, now())', [userId])
  expect(await eraseDueAccounts(world.deps.database)).toBe(1)
}
async function knownBy(payer: string): Promise<{ userId: string }> {
  const person = await company.person()
  const order = await company.order(person)
  await pay(order, payer)
  await company.refund(order)
  return person
}
const age = (payer: string, days: number) =>
  company.rows(
    `update former_payers set first_paid_on = first_paid_on - $2::int, last_paid_on = last_paid_on - $2::int where payer = $1`,
    [Buffer.from(payerOf(payer), 'hex'), days],
  )
const kept = (payer: string) =>
  company.rows('select * from former_payers where payer = $1', [Buffer.from(payerOf(payer), 'hex')])

describe('first-purchase promo code after account deletion', () => {
  it('a first-purchase code is refused to the payer of an erased account for 180 days after its last payment', async () => {
    const card = 'card that came back'
    const gone = await company.person()
    await pay(await company.order(gone), card)
    const again = await knownBy(card)
    await expect(offer(again.userId)).rejects.toThrow('PromoFirstOnly')
    await erase(gone.userId)
    await expect(offer(again.userId)).rejects.toThrow('PromoFirstOnly')
    await age(card, 179)
    await expect(offer(again.userId)).rejects.toThrow('PromoFirstOnly')
    await forgetFormerPayers(world.deps.database, 100)
    expect(await kept(card)).toHaveLength(1)
    await age(card, 1)
    expect(await offer(again.userId)).toMatchObject({ code: 'FIRST' })
    await forgetFormerPayers(world.deps.database, 100)
    expect(await kept(card)).toEqual([])
  })

  it('a first-purchase code is granted when the erased account had got its money back', async () => {
    const card = 'card of who had it back'
    const gone = await company.person()
    const order = await company.order(gone)
    await pay(order, card)
    await company.refund(order)
    await erase(gone.userId)
    expect(await kept(card)).toEqual([])
    expect(await offer((await knownBy(card)).userId)).toMatchObject({ code: 'FIRST' })
  })

  it('a first-purchase code used by the payer of an erased account opens a review without an order number', async () => {
    const card = 'card of a stranger'
    const gone = await company.person()
    await pay(await company.order(gone), card)
    await erase(gone.userId)
    const order = await company.order(await company.person())
    await company.rows(
      `update orders set promo_code = 'FIRST', discount_minor = total_minor, price_minor = 2 * total_minor where id = $1`,
      [order.orderId],
    )
    await pay(order, card)
    const [item] = (await listOpenReviews(world.deps.database)).filter(({ orderId }) => orderId === order.orderId)
    expect(item).toMatchObject({
      reason: 'promo_not_first',
      details: { code: 'FIRST', firstPurchase: 'by an account that was erased' },
    })
  })

  it('a first-purchase code stays refused after two accounts of one payer were erased', async () => {
    const card = 'card of several lives'
    for (let life = 0; life < 2; life++) {
      const person = await company.person()
      await pay(await company.order(person), card)
      await erase(person.userId)
    }
    expect(await kept(card)).toHaveLength(1)
    await expect(offer((await knownBy(card)).userId)).rejects.toThrow('PromoFirstOnly')
  })
})

it('an erased account leaves only a payer digest and two dates, with no link to the account', async () => {
  const card = 'card of no one'
  const gone = await company.person()
  await pay(await company.order(gone), card)
  await erase(gone.userId)
  expect(await company.rows('select from payment_payers where user_id = $1', [gone.userId])).toEqual([])
  const [row] = await kept(card)
  expect(Object.keys(row!)).toEqual(['payer', 'first_paid_on', 'last_paid_on'])
  expect(JSON.stringify(row)).not.toContain(gone.userId)
})
