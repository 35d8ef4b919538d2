import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import { createTestApp, registerThroughApi } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { approvePreparedPayout, preparePayouts, recordPayoutPaid } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'
import { openGroups } from '../groups/groups.setup.ts'
import { eventually, openShop, payAddress, plan } from '../payments/payments.setup.ts'

// `npm run rooms` counts the files that each of these journeys runs through: nothing goes wrong in them, and nothing special is asked for.

it('a buyer orders a plan, pays it by Alipay and reads that the order is paid', async () => {
  const shop = await openShop()
  const { token } = await registerThroughApi(shop.app, 'plain.buyer')
  const input = { goodsId: plan.id, currency: 'CNY', method: 'alipay', expectedTotalMinor: plan.totalMinor } as const
  const placed = await shop.app.call(
    '/api/payment/payment_purchase',
    { ...input, idempotencyKey: randomUUID() },
    { token },
  )
  await fetch(payAddress(placed.data.pay))
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts', [])
  await shop.switchboard('POST', `alipay/bills/${attempt!.id}/pay`)
  await eventually(async () => {
    await shop.work()
    const { data } = await shop.app.call('/api/payment/payment_order', { orderId: placed.data.orderId }, { token })
    return data.list[0]?.status === 'paid'
  })
  expect(await shop.rows('select status from orders', [])).toEqual([{ status: 'paid' }])
  await shop.close()
})

it('a friend takes a free seat in a group whose creator paid for everyone', async () => {
  const world = await openGroups()
  const app = await createTestApp({ db: world.db, payments: () => world.deps.payments })
  const { groupId } = await world.paidGroup(3, 'pay_all')
  const { token } = await registerThroughApi(app, 'plain.friend')
  const { data } = await app.call('/api/payment/payment_joint_join', { group: groupId }, { token })
  expect(data.group.mine).toMatchObject({ state: 'member', seat: 2 })
  await app.close()
  await world.close()
})

it('an affiliate is paid what a month brought, by two operators', async () => {
  const db = await createTestDatabase()
  const company = openCompany(db)
  const affiliate = await company.affiliate()
  await db.asOwner(`update affiliates set payout_chain = 'tron', payout_address = 'T' || user_id`)
  await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 40_000, currency: 'USD' })
  await company.passMonth()
  const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1))
  await preparePayouts(db.database, { period: lastMonth.toISOString().slice(0, 10), operator: ada })
  const [{ id } = { id: '' }] = await db.asOwner<{ id: string }>('select id from settlements')
  await approvePreparedPayout(db.database, id, ben)
  const hash = randomBytes(32).toString('hex')
  await recordPayoutPaid(db.database, createPayoutCheck(null), { id, hash, operator: ben })
  expect(await db.asOwner('select state, amount_minor::int as minor from settlements')).toEqual([
    { state: 'paid', minor: 10_000 },
  ])
  await db.drop()
})
