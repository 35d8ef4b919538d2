import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { eventually, openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
let desk: OperatorDesk
beforeAll(async () => {
  shop = await openShop()
  await shop.rows(
    `update goods_prices set list_price_minor = null, price_minor = 250000 where goods_id = 'plan-12' and currency = 'CNY'`,
  )
  desk = await OperatorDesk.open(shop.app.db, shop.app.config, 'TEST')
})
// Resets the operator's daily limit of refunds for each test.
beforeEach(() =>
  shop.rows(
    `update audit_log set at = at - interval '24 hours 1 second' where action in ('orders.refund', 'reviews.decide')`,
  ),
)
afterAll(async () => {
  await desk.close()
  await shop.close()
})

async function bought() {
  const placed = await shop.order({ method: 'wechat', totalMinor: 250_000 })
  const { fakeGateway } = shop.simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(placed.attemptId))
  await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'paid'))
  return placed
}

it('refunds of one order up to ¥2,000 need one operator and more need two, also in parts', async () => {
  const placed = await bought()
  const refundOf = (orderId: string, who: string, ...what: string[]) =>
    desk.run(['orders.refund', '--order', orderId, ...what, '--reason', 'asked for', '--operator', who])
  const refund = (who: string, ...what: string[]) => refundOf(placed.orderId, who, ...what)
  const refunds = () => shop.rows<{ sum: number }>('select coalesce(sum(amount_minor), 0)::int as sum from refunds')

  expect(await refund('ada', '--all')).toContain(
    'Refunding more than ¥2,000.00 of an order, or money in another currency, takes two operators.',
  )
  expect(await refund('ada', '--amount', '2000.01')).toContain('Another operator decides')
  expect(await refunds()).toEqual([{ sum: 0 }])
  expect(await refund('ada', '--amount', '1500')).toContain('Requested as')
  expect(await refund('ada', '--amount', '500.00')).toContain('Requested as')
  const printed = await refund('ada', '--amount', '0.01')
  const [, id = ''] = /approvals grant --id (\S+)/.exec(printed) ?? []
  expect(await refunds()).toEqual([{ sum: 200_000 }])
  await expect(desk.run(['approvals', 'grant', '--id', id, '--operator', ' ADA '])).rejects.toThrow('You prepared this')
  expect(await desk.run(['approvals', 'grant', '--id', id, '--operator', 'ben'])).toContain('Requested as')
  expect(await refunds()).toEqual([{ sum: 200_001 }])
  const other = await bought()
  const most = ['--amount', '2000']
  expect(await refundOf(other.orderId, 'ada', ...most)).toContain(
    'within a day, single and in batches, take two operators',
  )
  expect(await refundOf(other.orderId, 'ben', ...most)).toContain('Requested as')
})

it('two concurrent refunds by one operator: the one beyond the limit waits for another operator', async () => {
  const placed = await bought()
  const refund = () =>
    desk.run(`orders refund --order ${placed.orderId} --amount 1100 --reason asked_for --operator ada`.split(' '))
  const both = await Promise.all([refund(), refund()])
  expect(both.map((printed) => printed.includes('Another operator decides')).toSorted()).toEqual([false, true])
  await shop.work()
  expect((await shop.books(placed)).refunds).toEqual(['done 110000 asked_for'])
})

it('the limit for an overpaid order counts the refunded amount, not the order total', async () => {
  const placed = await shop.order({ method: 'wechat', totalMinor: 250_000 })
  const { fakeGateway } = shop.simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(placed.attemptId), { deltaMinor: 650_000 })
  await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'review'))
  const refund = (...what: string[]) =>
    desk.run(['orders.refund', '--order', placed.orderId, ...what, '--reason', 'asked for', '--operator', 'ada'])
  expect(await refund('--amount', '1500')).toContain('Requested as')
  await shop.work()
  expect(await refund('--amount', '1500')).toContain('Another operator decides')
  const [item] = await shop.rows<{ id: string }>(
    'select id from review_items where order_id = $1 and resolved_at is null',
    [placed.orderId],
  )
  const decide = [
    'reviews.decide',
    '--id',
    item!.id,
    '--decision',
    'refund',
    '--reason',
    'wrong sum',
    '--operator',
    'ada',
  ]
  expect(await desk.run(decide)).toContain('Another operator decides')
  expect((await shop.books(placed)).refunds).toEqual(['done 150000 asked for'])
})

it("a refund decided in a review counts towards the deciding operator's daily limit", async () => {
  const overpaid = async () => {
    const placed = await shop.order({ method: 'wechat', totalMinor: 250_000 })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { deltaMinor: 1 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'review'))
    const [item] = await shop.rows<{ id: string }>('select id from review_items where order_id = $1', [placed.orderId])
    return { placed, id: item!.id }
  }
  const decide = (who: string, id: string, amount: string) =>
    desk.run(`reviews decide --id ${id} --decision refund --amount ${amount} --reason x --operator ${who}`.split(' '))
  const refund = async (who: string, amount: string) =>
    desk.run(
      `orders refund --order ${(await bought()).orderId} --amount ${amount} --reason x --operator ${who}`.split(' '),
    )
  const [first, second] = [await overpaid(), await overpaid()]
  expect(await decide('ada', first.id, '1200')).not.toContain('Another operator decides')
  expect(await decide('ada', second.id, '800.01')).toContain('within a day, single and in batches, take two operators')
  expect((await shop.books(second.placed)).refunds).toEqual([])
  expect(await refund('ada', '800.01')).toContain('within a day, single and in batches, take two operators')
  expect(await refund('ada', '800')).toContain('Requested as')
  expect(await decide('ben', second.id, '800.01')).not.toContain('Another operator decides')
})
