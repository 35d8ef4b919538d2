import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareReportOfDay } from '#server/workflows/payments/review/compare-reports.ts'
import { comparePage } from '#server/workflows/payments/review/compare-payments.ts'
import { reportDay } from './reports.setup.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Orders that were paid, and no notification came. */
async function paidInSilence(count: number): Promise<Placed[]> {
  const { fakeGateway } = shop.simulator.counters.wechat
  const orders: Placed[] = []
  for (let n = 0; n < count; n++) orders.push(await shop.order({ method: 'wechat' }))
  for (const { attemptId } of orders) fakeGateway.pay(fakeGateway.get(attemptId), { notify: 0 })
  return orders
}
const statesOf = async (orders: readonly Placed[]): Promise<string[]> =>
  Promise.all(orders.map(async (order) => (await shop.books(order)).status))

/** Stands still for so many looks, and is this much further at the next one. */
const clockThat = (standsFor: number, thenMs: number) => {
  let looks = 0
  return () => (looks++ < standsFor ? 0 : thenMs)
}

it('a comparison with the list of a day stops after 20 seconds, and the next run goes on where it stopped', async () => {
  const orders = await paidInSilence(3)
  const day = reportDay('wechat')
  const run = (after: string, clock: () => number) =>
    compareReportOfDay(shop.deps, { provider: 'wechat', day, after, clock })
  const first = await run('', clockThat(1, 20_000))
  expect(first.differences).toHaveLength(1)
  expect((await statesOf(orders)).toSorted()).toEqual(['awaiting_payment', 'awaiting_payment', 'paid'])
  const second = await run(first.next ?? '', clockThat(1, 20_000))
  expect(second.differences).toHaveLength(1)
  expect(second.next! > first.next!).toBe(true)
  const last = await run(second.next ?? '', clockThat(1, 19_999))
  expect(last).toMatchObject({ next: null, differences: [{ what: 'unknown_payment' }] })
  expect(await statesOf(orders)).toEqual(['paid', 'paid', 'paid'])
})

it('a comparison of attempts stops after 20 seconds, behind those that it has asked about', async () => {
  const since = new Date()
  const orders = await paidInSilence(18)
  const run = (after: string, clock: () => number) =>
    comparePage(shop.deps, { since, after, provider: 'wechat', clock })
  const first = await run('', clockThat(1, 20_000))
  expect(first).toMatchObject({ compared: 8, next: orders[7]!.attemptId })
  expect(await statesOf(orders)).toEqual([...Array(8).fill('paid'), ...Array(10).fill('awaiting_payment')])
  const rest = await run(first.next ?? '', clockThat(99, 0))
  expect(rest).toMatchObject({ compared: 10, next: null })
  expect(rest.found).toHaveLength(10)
  expect(new Set(await statesOf(orders))).toEqual(new Set(['paid']))
})
