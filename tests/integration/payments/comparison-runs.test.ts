import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareReportOfDay } from '#server/workflows/payments/review/compare-reports.ts'
import { comparePage } from '#server/workflows/payments/review/compare-payments.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import type { ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { reportDay } from './reports.setup.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function paidInSilence(count: number): Promise<Placed[]> {
  const { fakeGateway } = shop.simulator.counters.wechat
  const orders: Placed[] = []
  for (let n = 0; n < count; n++) orders.push(await shop.order({ method: 'wechat' }))
  for (const { attemptId } of orders) fakeGateway.pay(fakeGateway.get(attemptId), { notify: 0 })
  return orders
}
const statesOf = async (orders: readonly Placed[]): Promise<string[]> =>
  Promise.all(orders.map(async (order) => (await shop.books(order)).status))

/** Clock that stands still for this many readings and then jumps ahead. */
const clockThat = (standsFor: number, thenMs: number) => {
  let looks = 0
  return () => (looks++ < standsFor ? 0 : thenMs)
}

it('comparing a daily report stops after 20 seconds, and the next run resumes where it stopped', async () => {
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

it('comparing payment attempts stops after 20 seconds, and the next run resumes after the last queried attempt', async () => {
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

it('each refund without a number opens one review, even when two are equal', async () => {
  const placed = await shop.order({ method: 'alipay' })
  const line: ReportLine = {
    kind: 'refunded',
    attemptId: placed.attemptId,
    providerTxnId: 'made at the desk',
    refundId: null,
    amount: { amountMinor: 100, currency: 'CNY' },
  }
  const other = { ...line, amount: { amountMinor: 250, currency: 'CNY' } }
  const stranger = { ...line, attemptId: 'of nobody here' }
  const compare = (day: string, lines: readonly ReportLine[]) => {
    const byId = (id: ProviderId) => ({
      ...shop.deps.payments.byId(id),
      listSettled: async () => ({ lines, unread: [] }),
    })
    return compareReportOfDay({ ...shop.deps, payments: { ...shop.deps.payments, byId } }, { provider: 'alipay', day })
  }
  for (let run = 0; run < 2; run++) await compare('2026-11-02', [line, other, line, stranger, stranger])
  await compare('2026-11-03', [line])
  const items = await shop.rows<{ ours: boolean; minor: number }>(
    `select order_id is not null as ours, (coalesce(details->'stated', details)->'amount'->>'amountMinor')::int as minor
     from review_items where reason = 'unknown_refund' order by 1, 2`,
  )
  const ours = [100, 100, 100, 250].map((minor) => ({ ours: true, minor }))
  expect(items).toEqual([{ ours: false, minor: 100 }, { ours: false, minor: 100 }, ...ours])
})
