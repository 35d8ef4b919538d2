import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import { ProviderSilent } from '#server/modules/payments/providers/port.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { rehearsedDatabase } from '#server/platform/rehearse.ts'
import { compareReportOfDay } from '#server/workflows/payments/review/compare-reports.ts'
import { usualLayout, type ListLayout } from '#simulators/fake-gateway/fake-gateway.ts'
import { reportDay, deskOf, strangeLines } from './reports.setup.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'

const yuan = (method: 'alipay' | 'wechat' | 'unionpay') => ({ method, currency: 'CNY', totalMinor: 26_800 }) as const
const providers = [
  ['alipay', yuan('alipay')],
  ['wechat', yuan('wechat')],
  ['unionpay', yuan('unionpay')],
  ['stripe', { method: 'card', currency: 'USD', totalMinor: 4_490 }],
] as const

describe.each(providers)('daily report of %s', (provider, what) => {
  let shop: Shop
  const day = reportDay(provider)
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 2_000 })
  })
  afterAll(() => shop.close())

  const desk = () => deskOf(shop, provider)
  async function paid(): Promise<Placed> {
    const placed = await shop.order(what)
    desk().pay(placed)
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    return placed
  }
  const compare = (preview = false) => {
    const { database } = shop.deps
    const deps = preview ? { ...shop.deps, database: rehearsedDatabase(database) } : shop.deps
    return compareReportOfDay(deps, { provider, day })
  }
  const found = async () => (await compare(true)).differences.map(({ what: name }) => name).toSorted()
  const reviews = async () =>
    (await shop.rows<{ reason: string }>('select reason from review_items order by opened_at, id')).map(
      ({ reason }) => reason,
    )

  it('the report agrees with the ledger about payments and refunds, page by page', async () => {
    const orders = [await paid(), await paid(), await paid()]
    await requestRefund(shop.deps.database, {
      orderId: orders[0]!.orderId,
      amountMinor: 300,
      reason: 'x',
      requestedBy: ada,
    })
    await eventually(async () => (await shop.work(), (await shop.books(orders[0]!)).status) === 'partially_refunded')
    expect(await compare()).toMatchObject({ state: 'compared', lines: 4, differences: [] })
  })

  it('an unreported payment of ours is settled, and one of a stranger opens one review', async () => {
    const placed = await shop.order(what)
    desk().pay(placed, { notify: 0 })
    desk().payStranger(what.currency)
    expect(await found()).toEqual(['unknown_payment', 'unknown_payment'])
    expect(await reviews()).toEqual([])
    await compare()
    await compare()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect(await reviews()).toEqual(['unknown_payment'])
    expect(await found()).toEqual(['unknown_payment'])
  })

  it('a refund that nobody here requested opens a review', async () => {
    const placed = await paid()
    desk().refundSilently(placed, 'MADE-AT-THE-DESK', 200)
    expect(await found()).toContain('unknown_refund')
    await compare()
    expect((await shop.books(placed)).reviews).toEqual(['unknown_refund'])
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1 })
  })

  it('the report shows wrong amounts and missing payments and refunds', async () => {
    const [less, gone] = [await paid(), await paid()]
    await requestRefund(shop.deps.database, {
      orderId: less.orderId,
      amountMinor: 400,
      reason: 'x',
      requestedBy: ada,
    })
    await eventually(async () => (await shop.work(), (await shop.books(less)).status) === 'partially_refunded')
    // Noon is far from midnight, so the report of that day must list the payment.
    const noon = `${day}T12:00:00+08:00`
    await shop.rows(`update payment_facts set occurred_at = $1 where attempt_id = any($2)`, [
      noon,
      [less.attemptId, gone.attemptId],
    ])
    await shop.rows(`update refunds set created_at = $1, settled_at = $1 where order_id = $2`, [noon, less.orderId])
    desk().remember(less, 'less')
    desk().remember(gone, 'nothing')
    expect(await found()).toEqual(expect.arrayContaining(['missing_payment', 'missing_refund', 'other_amount']))
    await compare()
    expect((await shop.books(less)).reviews).toEqual(['missing_refund', 'other_amount'])
    expect((await shop.books(gone)).reviews).toEqual(['missing_payment'])
    expect(await shop.books(gone)).toMatchObject({ status: 'paid', standing: 1 })
  })

  async function refundOnItsWay(): Promise<Placed> {
    const placed = await paid()
    desk().holdRefunds(true)
    await requestRefund(shop.deps.database, {
      orderId: placed.orderId,
      amountMinor: 'all',
      reason: 'x',
      requestedBy: ada,
    })
    await shop.work()
    desk().holdRefunds(false)
    expect((await shop.books(placed)).refunds).toEqual([expect.stringMatching(/^sent /)])
    return placed
  }
  const differencesOf = async ({ orderId, attemptId }: Placed, preview: boolean) =>
    (await compare(preview)).differences
      .filter(({ line, known }) => known?.orderId === orderId || line?.attemptId === attemptId)
      .map(({ what: name }) => name)

  it('a pending refund does not stop the comparison, and an unreported payment of the day is found', async () => {
    const slow = await refundOnItsWay()
    const lost = await shop.order(what)
    desk().pay(lost, { notify: 0 })
    expect(await differencesOf(slow, true)).toEqual([])
    expect(await compare()).toMatchObject({ state: 'compared' })
    expect(await shop.books(lost)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await shop.books(slow)).reviews).toEqual([])
  })

  it('a pending refund that is done at the provider is settled by a query', async () => {
    const placed = await refundOnItsWay()
    desk().settleSilently(placed, 'done')
    expect(await differencesOf(placed, true)).toEqual(['unsettled_refund'])
    await compare()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0, reviews: [] })
    expect(await differencesOf(placed, true)).toEqual([])
  })

  it('a refund that failed here but is done at the provider opens a review, even without an answer', async () => {
    const placed = await refundOnItsWay()
    desk().settleSilently(placed, 'done')
    await shop.rows(`update refunds set status = 'failed', settled_at = now(), failure = 'x' where order_id = $1`, [
      placed.orderId,
    ])
    expect(await differencesOf(placed, true)).toEqual(['unknown_refund'])
    desk().fault('status500', 'refund-query')
    await compare()
    expect((await shop.books(placed)).reviews).toContain('unknown_refund')
    await compare()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
  })

  it('unreadable lines are reported once, and the other lines are compared', async () => {
    const lost = await shop.order(what)
    desk().pay(lost, { notify: 0 })
    const { foreignLines } = shop.simulator.counters[provider].fakeGateway
    const strange = strangeLines[provider]
    foreignLines.push(...strange)
    expect(await compare()).toMatchObject({ state: 'compared', unread: strange.length })
    await compare()
    foreignLines.length = 0
    expect(await shop.books(lost)).toMatchObject({ status: 'paid', grants: 1 })
    const items = await shop.rows<{ details: { unread: number; lines: string[] } }>(
      `select details from review_items where reason = 'unread_lines'`,
    )
    expect(items.map(({ details }) => details.unread)).toEqual(strange.length === 0 ? [] : [2])
  })

  it.each(['status500', 'systemError', 'page', 'empty', 'redirect'] as const)(
    'a report with the fault "%s" is not trusted and changes nothing',
    async (kind) => {
      const before = await reviews()
      desk().fault(kind)
      expect(await compare()).toMatchObject({ state: 'silent', differences: [] })
      expect(await reviews()).toEqual(before)
    },
  )
})

describe.each(providers)('report layout of %s', (provider, what) => {
  let shop: Shop
  let orders: Placed[]
  const day = reportDay(provider)
  beforeAll(async () => {
    shop = await openShop({ timeoutMs: 2_000 })
    orders = [await shop.order(what), await shop.order(what), await shop.order(what)]
    for (const placed of orders) deskOf(shop, provider).pay(placed, { notify: 0 })
    deskOf(shop, provider).refundSilently(orders[0]!, '01KAG2S0REFVND0EXTRA000000', 300)
  })
  afterAll(() => shop.close())
  const list = () => shop.deps.payments.byId(provider).listSettled!(day)
  const write = (layout: Partial<ListLayout>) =>
    (shop.simulator.counters[provider].fakeGateway.layout = { ...usualLayout, ...layout })

  it.each([
    ['in the usual form', {}],
    ['with unknown columns', { extraColumns: true }],
    ['in several files or pages', { parts: 2 }],
    ['in several files or pages with unknown columns', { parts: 2, extraColumns: true }],
  ])('the report is read in full %s', async (_form, layout) => {
    write(layout)
    const { lines, unread } = (await list()) as DayList
    expect(unread).toEqual([])
    expect(lines.map(({ kind, attemptId }) => `${kind} ${attemptId}`).toSorted()).toEqual(
      [...orders.map(({ attemptId }) => `paid ${attemptId}`), `refunded ${orders[0]!.attemptId}`].toSorted(),
    )
  })

  it.each([
    ['with each line twice', { isDoubled: true }],
    ['with a byte order mark', { isMarked: true }],
  ])('a report %s is compared like the usual one', async (_form, layout) => {
    const preview = { ...shop.deps, database: rehearsedDatabase(shop.deps.database) }
    const compared = async () => {
      const { state, unread, differences } = await compareReportOfDay(preview, { provider, day })
      return { state, unread, differences }
    }
    write({})
    const usual = await compared()
    expect(usual).toMatchObject({ state: 'compared', unread: 0 })
    write(layout)
    expect(await compared()).toEqual(usual)
    write({})
  })

  it.each([
    ['breaks off', { isCut: true }],
    ['breaks off in its second part', { isCut: true, parts: 2 }],
  ])('a report is not compared where it %s, and is once it arrives complete', async (_form, layout) => {
    write(layout)
    await expect(list()).rejects.toThrow(ProviderSilent)
    const { state, differences } = await compareReportOfDay(shop.deps, { provider, day })
    expect([['silent', 'unreadable'].includes(state), differences]).toEqual([true, []])
    write({})
    const preview = { ...shop.deps, database: rehearsedDatabase(shop.deps.database) }
    expect(await compareReportOfDay(preview, { provider, day })).toMatchObject({ state: 'compared', lines: 4 })
  })
})

describe('WeChat Pay report', () => {
  it('a WeChat report is trusted only if it is the file named in a signed answer', async () => {
    const shop = await openShop({ timeoutMs: 2_000 })
    const { fakeGateway, faults } = shop.simulator.counters.wechat
    const placed = await shop.order({ method: 'wechat' })
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { notify: 0 })
    const list = shop.deps.payments.byId('wechat').listSettled!
    const day = beijingDayBefore(new Date(), 0)
    faults.add({ method: 'bill-file', kind: 'forged', times: 1, ms: 0 })
    await expect(list(day)).rejects.toThrow(ProviderSilent)
    faults.add({ method: 'bill', kind: 'forged', times: 1, ms: 0 })
    await expect(list(day)).rejects.toThrow(ProviderSilent)
    expect(await list(day)).toMatchObject({ lines: [{ kind: 'paid', attemptId: placed.attemptId }], unread: [] })
    expect(await list('2020-01-01')).toEqual({ lines: [], unread: [] })
    await shop.close()
  })
})
