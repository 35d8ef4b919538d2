import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  goodsAdd,
  goodsDescribe,
  goodsList,
  goodsRestore,
  goodsRetire,
  goodsSetGroupPrice,
  goodsSetPrice,
} from '#server/ops/actions/goods.ts'
import type { Action } from '#server/ops/action.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { changeGoods } from '#server/workflows/catalog/manage-goods.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runAction } from '#tests/support/run-action.ts'
import { ada } from '#tests/support/operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = (action: Action, values: Parameters<typeof runAction>[2], dryRun = false) =>
  runAction({ database: app.db.database, config: app.config }, action, values, dryRun)
const audits = () =>
  app.db.asOwner<{ action: string; subject: string; operator: string; details: { before: unknown; after: unknown } }>(
    `select action, subject, operator, details from audit_log where action like 'goods %' order by at, id`,
  )
const shop = async () => (await app.call('/api/payment/payment_shop', {})).data.list
const inShop = async (id: string) => (await shop()).find((goods) => goods.id === id)
const site = () => loadSiteData(app.db.database, app.config, app.payments.offers)
const price = { id: 'plan-1', currency: 'CNY' }

describe('commands about plans', () => {
  it('set a price that shop and pages show; a preview changes nothing', async () => {
    const before = await site()
    expect(await run(goodsSetPrice, { ...price, price: '39.90' }, true)).toContain('¥35.00, $5.90 → ¥39.90, $5.90')
    expect(await audits()).toEqual([])
    expect((await site()).version).toBe(before.version)

    await run(goodsSetPrice, { ...price, price: '39.90', 'list-price': '45' })
    expect((await inShop('plan-1'))?.prices).toContainEqual({
      currency: 'CNY',
      priceMinor: 3_990,
      listPriceMinor: 4_500,
    })
    const after = await site()
    expect(after.version).not.toBe(before.version)
    expect(after.goods[0]?.prices[0]).toMatchObject({ priceMinor: 3_990 })
    expect(await audits()).toMatchObject([
      { action: 'goods price', subject: 'goods plan-1', operator: 'ada', details: { before: { id: 'plan-1' } } },
    ])
  })

  it.each<[Action, Record<string, string | boolean>, string]>([
    [goodsSetPrice, { ...price, price: '3.99' }, '--large-change'],
    [goodsSetPrice, { ...price, price: '399' }, '--large-change'],
    [goodsSetPrice, { ...price, price: '39.999' }, '--price is like'],
    [goodsSetPrice, { ...price, currency: 'EUR', price: '39' }, '--currency'],
    [goodsSetPrice, { ...price, price: '39', 'list-price': '39' }, 'above the price'],
    [goodsSetPrice, { ...price, id: 'plan-99', price: '39' }, 'no goods'],
    [goodsSetGroupPrice, { ...price, size: '4', price: '20' }, '--size'],
    [goodsSetGroupPrice, { ...price, size: '2' }, 'either'],
    [goodsSetGroupPrice, { ...price, size: '2', price: '100' }, 'below the price'],
    [goodsDescribe, { id: 'plan-1', 'name-en': 'One' }, '--name-zh'],
    [
      goodsAdd,
      { id: 'plan-12', months: '12', devices: '3', 'name-en': 'x', 'name-zh': 'x', currency: 'CNY', price: '9' },
      'already',
    ],
  ])('refuse a slip: %#', async (action, values, sentence) => {
    const before = await shop()
    await expect(run(action, values)).rejects.toThrow(sentence)
    expect(await shop()).toEqual(before)
  })

  it('open and end an offer for groups', async () => {
    await run(goodsSetGroupPrice, { ...price, size: '2', price: '30' })
    expect((await inShop('plan-1'))?.groupPrices).toEqual([{ size: 2, currency: 'CNY', perPersonMinor: 3_000 }])
    await run(goodsSetGroupPrice, { ...price, size: '2', end: true })
    expect((await inShop('plan-1'))?.groupPrices).toEqual([])
  })

  it('add, describe, retire and restore a plan', async () => {
    const values = { id: 'plan-36', months: '36', devices: '8', 'name-en': '3 years', 'name-zh': '3 年' }
    await run(goodsAdd, { ...values, currency: 'USD', price: '99' })
    expect((await shop()).at(-1)).toMatchObject({ id: 'plan-36', name: '3 years', badge: null, maxDevices: 8 })
    await run(goodsDescribe, { id: 'plan-36', 'badge-en': 'New', 'badge-zh': '新', position: '0' })
    expect((await shop())[0]).toMatchObject({ id: 'plan-36', badge: 'New' })
    await run(goodsRetire, { id: 'plan-36' })
    expect(await inShop('plan-36')).toBeUndefined()
    expect(await run(goodsList, {})).toContain('retired')
    await run(goodsRestore, { id: 'plan-36' })
    expect(await inShop('plan-36')).toBeDefined()
  })

  it('given by two operators at once both count', async () => {
    const asked = { operator: ada, dryRun: false, large: false }
    const before = (await audits()).length
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        changeGoods(
          app.db.database,
          'plan-3',
          n % 2 === 0
            ? { kind: 'price', currency: 'CNY', priceMinor: 9_100 + n, listPriceMinor: null }
            : { kind: 'group-price', size: 3, currency: 'USD', perPersonMinor: 1_000 + n },
          asked,
        ),
      ),
    )
    const goods = await inShop('plan-3')
    expect(goods?.groupPrices).toMatchObject([{ size: 3, currency: 'USD' }])
    expect(goods?.prices).toHaveLength(2)
    // Each saw what the one before it left.
    const steps = (await audits()).slice(before)
    const sides = steps.map(({ details }) => [JSON.stringify(details.before), JSON.stringify(details.after)])
    const starts = new Set(sides.map(([start]) => start))
    expect(sides.filter(([, end]) => !starts.has(end))).toHaveLength(1)
  })
})
