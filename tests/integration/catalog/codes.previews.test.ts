import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
})
beforeEach(() => db.asOwner('delete from promo_uses'))
afterAll(() => db.drop())

const yuan = (amountMinor: number) => ({ amountMinor, currency: 'CNY' })
const dollars = (amountMinor: number) => ({ amountMinor, currency: 'USD' })

describe('promo code preview', () => {
  const most = async (more: object) => {
    const input = { code: 'NOT-YET', note: 'a test', ...more }
    return (await perform(db.database, 'promos.create', input, { preview: true })).atMost
  }

  it('the preview shows the maximum total discount per currency, based on the most expensive plan', async () => {
    const [dearest] = await db.asOwner<{ price: number }>(
      `select max(price_minor)::int as price from goods_prices p join goods g on g.id = p.goods_id
       where p.currency = 'CNY' and g.on_sale`,
    )
    const half = dearest!.price / 2
    expect(await most({ percent: '50', maxUses: 7 })).toContainEqual({
      uses: 7,
      off: yuan(half),
      amount: yuan(7 * half),
    })
    expect(await most({ offCny: '1.00', maxUses: 9 })).toEqual([{ uses: 9, off: yuan(100), amount: yuan(900) }])
    expect(await most({ percent: '50', goods: ['plan-12'], maxUses: 1 })).toEqual([
      { uses: 1, off: yuan(13_400), amount: yuan(13_400) },
      { uses: 1, off: dollars(2_245), amount: dollars(2_245) },
    ])
  })

  it('the preview shows no maximum when no limit bounds it', async () => {
    expect(await most({ percent: '50' })).toEqual([])
  })

  it('the preview before disabling counts open orders with the code, and not paid or cancelled ones', async () => {
    for (const code of ['MINE', 'OTHER'])
      await perform(db.database, 'promos.create', { code, percent: '10', note: 'x' })
    const carry = async (code: string, status: string) => {
      const order = await company.buy(await company.person(), { totalMinor: 1_000, currency: 'CNY' })
      await db.asOwner(
        `insert into promo_uses (order_id, code, user_id, status) select id, $2, user_id, $3 from orders where id = $1`,
        [order.orderId, code, status],
      )
    }
    for (const status of ['reserved', 'reserved', 'used', 'released']) await carry('MINE', status)
    await carry('OTHER', 'reserved')
    expect(await perform(db.database, 'promos.disable', { code: 'mine' }, { preview: true })).toEqual({
      code: 'MINE',
      openOrders: 2,
    })
  })

  it('open orders with a code are found by a partial index', async () => {
    const [index] = await db.asOwner<{ def: string }>(
      `select indexdef as def from pg_indexes where indexname = 'promo_uses_reserved'`,
    )
    expect(index?.def).toMatch(/ \(code\) WHERE \(status = 'reserved'::text\)$/)
  })
})

describe('redeem code preview', () => {
  const worth = async (more: object) => {
    const input = { name: 'not yet', count: 20, months: 12, devices: 5, ...more }
    return (await perform(db.database, 'redeem.create', input, { preview: true })).worth
  }

  it('the preview shows the value of the codes by the plan on sale, and nothing without one', async () => {
    const [plan] = await db.asOwner<{ devices: number; bonus: number }>(
      `select max_devices as devices, bonus_days as bonus from goods where id = 'plan-12'`,
    )
    const same = { devices: plan!.devices, ...(plan!.bonus > 0 && { bonusDays: plan!.bonus }) }
    expect(await worth(same)).toEqual([
      { plan: { en: '12 months', 'zh-CN': '12 个月' }, price: yuan(26_800), amount: yuan(536_000) },
      { plan: { en: '12 months', 'zh-CN': '12 个月' }, price: dollars(4_490), amount: dollars(89_800) },
    ])
    expect(await worth({ ...same, months: 11 })).toEqual([])
    expect(await worth({ ...same, devices: 99 })).toEqual([])
    await perform(db.database, 'plans.retire', { id: 'plan-12' })
    expect(await worth(same)).toEqual([])
    await perform(db.database, 'plans.restore', { id: 'plan-12' })
  })

  it('the preview before disabling a batch counts remaining and redeemed codes', async () => {
    await perform(db.database, 'redeem.create', { name: 'gifts', count: 5, months: 1, devices: 1 })
    await perform(db.database, 'redeem.create', { name: 'others', count: 3, months: 1, devices: 1 })
    const person = await company.person()
    await db.asOwner(
      `update redeem_codes set redeemed_by = $1, redeemed_at = now() where id in (
         select c.id from redeem_codes c join redeem_batches b on b.id = c.batch_id where b.name = 'gifts' limit 2)`,
      [person.userId],
    )
    const ended = { name: 'gifts', left: 3, count: 5, redeemed: 2 }
    expect(await perform(db.database, 'redeem.disable', { name: 'gifts' }, { preview: true })).toEqual(ended)
    expect(await perform(db.database, 'redeem.disable', { name: 'gifts' })).toEqual(ended)
  })
})
