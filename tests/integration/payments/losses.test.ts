import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { findLosses } from '../../../lab/load/find-losses.ts'
import { openShop, plan, type Placed, type Shop } from './payments.setup.ts'

/**
 * Tests the comparison with the gateways that `npm run lab -- load` and `npm run lab -- scale` use: it detects each
 * kind of loss.
 */
let shop: Shop
let client: pg.Client
beforeAll(async () => {
  shop = await openShop()
  client = new pg.Client(shop.app.db.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await shop.close()
})
const { totalMinor } = plan
const takenFor = ({ attemptId }: Placed, provider: 'alipay' | 'wechat') => ({
  provider,
  number: attemptId,
  txn: shop.simulator.counters[provider].fakeGateway.get(attemptId).txn,
  paidMinor: totalMinor,
})

it('a paid and booked payment is not reported as a loss, and every other state is', async () => {
  const [first, second, third] = [
    await shop.order({ method: 'wechat' }),
    await shop.order({ method: 'wechat' }),
    await shop.order({ method: 'wechat' }),
  ]
  for (const { attemptId } of [first, second, third]) {
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(attemptId), { notify: 0 })
  }
  const taken = [first, second, third].map((placed) => takenFor(placed, 'wechat'))
  expect(await findLosses(client, taken)).toHaveLength(4)
  for (const { orderId } of [first, second, third])
    for (const attempt of await listAttempts(shop.app.db.database, [orderId]))
      await reconcileAttempt(shop.deps, attempt)
  expect(await findLosses(client, taken)).toEqual([])
  // Cases: more paid than booked, more booked than paid, another amount, missing time, time granted twice.
  expect(await findLosses(client, [...taken, { ...taken[0]!, number: 'none' }])).toHaveLength(2)
  expect(await findLosses(client, taken.slice(1))).toEqual(['3 payments are booked, 2 were made'])
  expect(await findLosses(client, [{ ...taken[0]!, paidMinor: totalMinor + 1 }, ...taken.slice(1)])).toHaveLength(1)
  // The numbers of postings and payments match, but one amount differs.
  const bookMore = async (minor: number) => {
    await shop.rows('alter table ledger_postings disable trigger user')
    await shop.rows(
      `update ledger_postings set amount_minor = amount_minor + $2 where order_id = $1 and source = 'payment'`,
      [third.orderId, minor],
    )
    await shop.rows('alter table ledger_postings enable trigger user')
  }
  await bookMore(1)
  expect(await findLosses(client, taken)).toEqual([
    `wechat took money for ${third.attemptId}: its order is paid, with 1 facts, 0 postings, 1 grants`,
  ])
  await bookMore(-1)
  const stateMore = (minor: number) =>
    shop.rows('update payment_facts set amount_minor = amount_minor + $2 where attempt_id = $1', [
      third.attemptId,
      minor,
    ])
  await stateMore(1)
  expect(await findLosses(client, taken)).toEqual([
    `wechat took money for ${third.attemptId}: its order is paid, with 0 facts, 1 postings, 1 grants`,
  ])
  await stateMore(-1)
  await shop.rows(`delete from membership_grants where user_id = $1`, [first.userId])
  await shop.rows(
    `insert into membership_grants (id, user_id, source, source_id, seconds, plan_months, max_devices, granted_at, expires_at)
     select gen_random_uuid(), user_id, source, source_id || ':2', seconds, plan_months, max_devices, granted_at, expires_at
     from membership_grants where user_id = $1`,
    [second.userId],
  )
  const found = await findLosses(client, taken)
  expect(found).toHaveLength(2)
  expect(found.join()).toContain(`${first.attemptId}: its order is paid, with 1 facts, 1 postings, 0 grants`)
  expect(found.join()).toContain(`${second.attemptId}: its order is paid, with 1 facts, 1 postings, 2 grants`)
})
