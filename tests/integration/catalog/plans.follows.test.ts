import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
  await db.asOwner('delete from promo_codes')
})
afterAll(() => db.drop())

const id = 'plan-12'
const show = () => perform(db.database, 'plans.show', { id })
const priceIn = async (currency: string) => {
  const [row] = await db.asOwner<{ price: number }>(
    'select price_minor::int as price from goods_prices where goods_id = $1 and currency = $2',
    [id, currency],
  )
  return row!.price
}
const yuan = (amountMinor: number) => ({ amountMinor, currency: 'CNY' })
const dollars = (amountMinor: number) => ({ amountMinor, currency: 'USD' })
const makeCode = (code: string, more: object) =>
  perform(db.database, 'promos.create', { code, note: 'a test', ...more })
const codes = async () => (await show()).promos.map(({ code }) => code)

describe('effects of a plan price', () => {
  it('the commission shown for a price equals the one that an order earns, to the cent', async () => {
    const { commissions, terms } = await show()
    expect(terms).toBe(1)
    for (const currency of ['CNY', 'USD'] as const) {
      const totalMinor = await priceIn(currency)
      const affiliate = await company.affiliate()
      const friend = await company.come(affiliate.inviteCode)
      for (const purchase of ['first', 'renewal'] as const) {
        await company.buy(friend, { totalMinor, currency })
        const [booked] = await db.asOwner<{ amount: number; rate: number }>(
          `select amount_minor::int as amount, rate_bps as rate from commissions where affiliate_id = $1 and type = $2`,
          [affiliate.userId, purchase],
        )
        expect(commissions).toContainEqual({
          tier: { en: 'Standard', 'zh-CN': '标准' },
          purchase,
          rate: `${booked!.rate / 100}%`,
          paid: { amountMinor: totalMinor, currency },
          commission: { amountMinor: booked!.amount, currency: 'USD' },
        })
      }
    }
  })

  it('the promo codes shown for a plan are those usable now, with the resulting price', async () => {
    await makeCode('HALF-YEAR', { percent: '12.5', goods: [id], methods: ['card'], firstPurchase: true, maxUses: 7 })
    await makeCode('YUAN-ALONE', { offCny: '10.50' })
    await makeCode('OF-ANOTHER', { percent: '10', goods: ['plan-1'] })
    await makeCode('IS-OVER', { percent: '10' })
    await perform(db.database, 'promos.disable', { code: 'IS-OVER' })
    await makeCode('TO-COME', { percent: '10', from: '2099-01-01' })
    await makeCode('USED-UP', { percent: '10', maxUses: 1 })
    await db.asOwner(`update promo_codes set uses = 1 where code = 'USED-UP'`)
    const { promos, more } = await show()
    expect(more).toBe(false)
    expect(promos.map(({ code }) => code)).toEqual(['YUAN-ALONE', 'HALF-YEAR'])
    expect(await priceIn('CNY')).toBe(26_800)
    expect(promos).toMatchObject([
      // A fixed discount in yuan does not apply to dollars.
      { off: '¥10.50', pays: ['¥257.50'], methods: null, firstPurchase: false, uses: 0, maxUses: null },
      // A discount of 12.5 % of 44.90 is 5.6125, rounded half-even to 5.61.
      { off: '12.5 %', pays: ['¥234.50', '$39.29'], methods: ['card'], firstPurchase: true, uses: 0, maxUses: 7 },
    ])
    expect(await codes()).not.toContain('OF-ANOTHER')
  })

  it('the price effects use a constant number of SQL statements and list the newest fifty codes', async () => {
    const count = async () => {
      let asked = 0
      const counted = new Proxy(db.database, {
        get: (target, name: 'query') =>
          typeof target[name] === 'function'
            ? (...args: [never]) => {
                asked += 1
                return target[name](...args)
              }
            : target[name],
      })
      await perform(counted, 'plans.show', { id })
      return asked
    }
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await db.asOwner(
      `insert into promo_codes (code, kind, percent_bps, note, created_at)
       select 'MANY-' || n, 'percent', 1000, 'a test', now() + n * interval '1 second' from generate_series(1, 1000) n`,
    )
    expect(await count()).toBe(before)
    const { promos, more } = await show()
    expect([promos.length, promos[0]?.code, more]).toEqual([50, 'MANY-1000', true])
    await db.asOwner(`update promo_codes set uses = 1, max_uses = 1 where code like 'MANY-%'`)
    expect(await codes()).toEqual(['YUAN-ALONE', 'HALF-YEAR'])
    await db.asOwner(`delete from promo_codes where code like 'MANY-%'`)
  })

  it('the preview of a new price shows effects before and after, and a retirement names the codes of the plan', async () => {
    const preview = await perform(
      db.database,
      'plans.set-price',
      { id, currency: 'CNY', price: '248' },
      { preview: true },
    )
    // The price of 268 yuan converts to 37.52 dollars at 0.14. A first purchase earns a quarter of it, a renewal a
    // fifth.
    expect(preview.commissions.slice(0, 2)).toMatchObject([
      { purchase: 'first', rate: '25%', before: { amountMinor: 938 }, after: { amountMinor: 868 } },
      { purchase: 'renewal', rate: '20%', before: { amountMinor: 750 }, after: { amountMinor: 694 } },
    ])
    expect(preview.promos).toMatchObject([
      { code: 'YUAN-ALONE', before: { amountMinor: 25_750, currency: 'CNY' }, after: { amountMinor: 23_750 } },
      { code: 'HALF-YEAR', before: { amountMinor: 23_450 }, after: { amountMinor: 21_700 } },
    ])
    expect(preview).toMatchObject({
      perMonth: { before: yuan(2_233), after: yuan(2_067) },
      openOrders: 0,
      openGroups: 0,
      payments: 2,
      atThisPrice: { before: yuan(53_600), after: yuan(49_600) },
    })
    expect(await priceIn('CNY')).toBe(26_800)
    const retired = await perform(db.database, 'plans.retire', { id }, { preview: true })
    expect(retired.promoCodes).toEqual(['HALF-YEAR'])
  })

  it('the preview of a new price counts open orders at the old price', async () => {
    const input = { id, currency: 'USD', price: '43' } as const
    const waits = async () => (await perform(db.database, 'plans.set-price', input, { preview: true })).openOrders
    const before = await waits()
    await db.asOwner(
      `update orders set status = 'awaiting_payment', payable_until = now() + interval '1 hour'
       where id = (select id from orders where goods_id = $1 and currency = 'USD' limit 1)`,
      [id],
    )
    expect(await waits()).toBe(before + 1)
    await db.asOwner(`update orders set status = 'paid' where status = 'awaiting_payment'`)
  })

  it('the preview of a promo code shows each resulting price', async () => {
    const prices = async (more: object) => {
      const input = { code: 'NOT-YET', note: 'a test', ...more }
      return (await perform(db.database, 'promos.create', input, { preview: true })).prices
    }
    expect(await prices({ percent: '12.5', goods: [id] })).toEqual([
      { plan: { en: '12 months', 'zh-CN': '12 个月' }, before: yuan(26_800), after: yuan(23_450) },
      { plan: { en: '12 months', 'zh-CN': '12 个月' }, before: dollars(4_490), after: dollars(3_929) },
    ])
    const inYuan = await prices({ offCny: '1.00' })
    expect(inYuan.length).toBeGreaterThan(2)
    for (const { before, after } of inYuan) expect(after).toEqual(yuan(before.amountMinor - 100))
    await perform(db.database, 'plans.retire', { id })
    expect(await prices({ percent: '10', goods: [id] })).toEqual([])
    await perform(db.database, 'plans.restore', { id })
  })
})
