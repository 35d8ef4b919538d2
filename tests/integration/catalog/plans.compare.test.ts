import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { foldAll, spreadBookings, tomorrow } from '#tests/support/figures.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
let company: Company
let config: Config
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
})
afterAll(() => db.drop())
beforeEach(async () => {
  for (const table of ['daily_revenue', 'daily_plan_revenue', 'daily_funnel', 'daily_folds', 'fold_watch'])
    await db.asOwner(`delete from ${table}`)
})

const compare = async () => (await perform(db.database, 'plans.compare', {}, { config })).plans
const row = async (id: string, currency: Currency) =>
  (await compare()).find((each) => each.id === id && each.currency === currency)!
const brought = async () =>
  (await compare()).map(({ id, currency, net, payments }) => ({ id, currency, minor: net.amountMinor, payments }))
const spreadPlans = () =>
  db.asOwner(
    `with plans as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all_of_them from goods where not is_test),
       numbered as (select id, row_number() over (order by id) as n from orders)
     update orders o set goods_id = p.id from numbered o2 join plans p on p.n = o2.n % p.all_of_them where o2.id = o.id`,
  )

describe('plan comparison', () => {
  it('the comparison shows 30 days of net revenue and payments per plan and currency, before and after summing up days', async () => {
    for (let made = 0; made < 24; made++) {
      const currency = made % 3 === 0 ? 'USD' : 'CNY'
      const order = await company.buy(await company.person(), { totalMinor: 1_000 + 37 * made, currency })
      if (made % 4 === 1) await company.refund(order, 300)
      if (made % 8 === 2) await company.refund(order)
      if (made % 8 === 6) await company.dispute(order)
    }
    await spreadPlans()
    await spreadBookings(db)
    const booked = await db.asOwner<{ id: string; currency: string; minor: number; payments: number }>(
      `select o.goods_id as id, p.currency,
         sum(case when credit = any($1) then amount_minor when debit = any($1) then -amount_minor else 0 end)::int as minor,
         (count(*) filter (where source = 'payment' and 'revenue' in (debit, credit)))::int as payments
       from ledger_postings p join orders o on o.id = p.order_id
       where (booked_at at time zone 'UTC')::date > (now() at time zone 'UTC')::date - 30
       group by 1, 2 order by 1, 2`,
      [['revenue', 'refunds', 'chargebacks']],
    )
    expect(booked.length).toBeGreaterThan(4)
    const live = await brought()
    for (const each of booked) expect(live).toContainEqual(each)
    const sumOf = (rows: readonly { minor: number }[]) => rows.reduce((all, { minor }) => all + minor, 0)
    expect(sumOf(live)).toBe(sumOf(booked))
    await foldAll(db)
    const [{ rows: folded }] = (await db.asOwner('select count(*)::int as rows from daily_plan_revenue')) as [
      { rows: number },
    ]
    expect(folded).toBeGreaterThan(10)
    expect(await brought()).toEqual(live)
  })

  it('the comparison reads summed-up days from their sums, and days summed up without plans from the ledger', async () => {
    const order = await company.buy(await company.person(), { totalMinor: 5_000 })
    await spreadBookings(db)
    await db.asOwner(
      `do $$ begin
         alter table ledger_postings disable trigger ledger_postings_append_only;
         update ledger_postings set booked_at = now() - interval '3 days' where order_id = '${order.orderId}';
         alter table ledger_postings enable trigger ledger_postings_append_only;
       end $$`,
    )
    await foldAll(db)
    const before = await brought()
    await db.asOwner('delete from daily_plan_revenue; update daily_folds set has_plans = false')
    expect(await brought()).toEqual(before)
    await Promise.all(Array.from({ length: 4 }, () => foldDays(db.database, { now: tomorrow() })))
    expect(
      await db.asOwner(`select from daily_folds where not has_plans and day > now() - interval '30 days'`),
    ).toEqual([])
    expect(await brought()).toEqual(before)
    expect(await findFigureProblems(db.database)).toEqual([])
    const [changed] = await db.asOwner<{ id: string; currency: Currency }>(
      `update daily_plan_revenue set sum_minor = sum_minor + 7
       where day = (now() at time zone 'UTC')::date - 3 and goods_id = 'plan-12' and credit = 'revenue' and currency = 'CNY'
         and debit = (select min(debit) from daily_plan_revenue where day = (now() at time zone 'UTC')::date - 3
           and goods_id = 'plan-12' and credit = 'revenue' and currency = 'CNY')
       returning goods_id as id, currency`,
    )
    const minorOf = (rows: typeof before) =>
      rows.find(({ id, currency }) => id === changed!.id && currency === changed!.currency)!.minor
    expect(minorOf(await brought())).toBe(minorOf(before) + 7)
    expect(await findFigureProblems(db.database)).toEqual([expect.stringContaining('plan-12')])
  })

  it('the comparison counts open orders and groups at an old price, and until when they keep it', async () => {
    const before = await row('plan-12', 'CNY')
    const [early, late, over] = [
      await company.order(await company.person()),
      await company.order(await company.person()),
      await company.order(await company.person()),
    ]
    const until = new Date(Date.now() + 90 * 86_400_000)
    await db.asOwner('update orders set payable_until = $2 where id = $1', [late.orderId, until])
    await db.asOwner(`update orders set payable_until = now() - interval '1 second' where id = $1`, [over.orderId])
    const creator = await company.person()
    const group = (id: string, status: string, ends: Date) =>
      db.asOwner(
        `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, currency, unit_price_minor, size,
           payment_type, status, created_at, expires_at)
         values ($1, $2, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 'CNY', 100, 3, 'pay_self', $3, now() - interval '1 day', $4)`,
        [id, creator.userId, status, ends],
      )
    await group('AAAAAAAAAA1', 'unfinished', until)
    await group('AAAAAAAAAA2', 'finished', until)
    await group('AAAAAAAAAA3', 'unfinished', new Date(Date.now() - 1_000))
    expect(await row('plan-12', 'CNY')).toMatchObject({
      openOrders: before.openOrders + 2,
      ordersUntil: until,
      openGroups: before.openGroups + 1,
      groupsUntil: until,
    })
    await company.pay(early)
    expect((await row('plan-12', 'CNY')).openOrders).toBe(before.openOrders + 1)
  })

  it('the comparison shows prices, monthly cost and groups, and plans without a price only with revenue', async () => {
    const id = `compared-${randomUUIDv7().slice(-8)}`
    const plan = { id, months: 7, devices: 9, nameEn: 'Seven', nameZh: '七' }
    await perform(db.database, 'plans.add', { ...plan, currency: 'USD', price: '99.99', listPrice: '120' })
    await perform(db.database, 'plans.set-group-price', { id, currency: 'USD', size: 3, price: '80' })
    const rows = (await compare()).filter((each) => each.id === id)
    expect(rows).toMatchObject([
      {
        names: { en: 'Seven', 'zh-CN': '七' },
        badge: [],
        devices: 9,
        sale: 'on sale',
        currency: 'USD',
        price: { amountMinor: 9_999, currency: 'USD' },
        listPrice: { amountMinor: 12_000 },
        // A price of 9,999 cents for seven months is 1,428.43 cents a month.
        perMonth: { amountMinor: 1_428 },
        groupOfTwo: null,
        groupOfThree: { amountMinor: 8_000 },
        net: { amountMinor: 0 },
      },
    ])
    const order = await company.order(await company.person())
    await db.asOwner('update orders set goods_id = $2 where id = $1', [order.orderId, id])
    expect(await row(id, 'CNY')).toMatchObject({ price: null, perMonth: null, openOrders: 1 })
  })
})
