import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runAction } from '#tests/support/run-action.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = (action: ActionName, values: Parameters<typeof runAction>[2], dryRun = false) =>
  runAction({ database: app.db.database, config: app.config }, action, values, dryRun)
const audits = () =>
  app.db.asOwner<{ action: string; subject: string; operator: string; details: { before: unknown; after: unknown } }>(
    `select action, subject, operator, details from audit_log where action like 'plans.%' order by at, id`,
  )
const shop = async () => (await app.call('/api/payment/payment_shop', {})).data.list
const inShop = async (id: string) => (await shop()).find((goods) => goods.id === id)
const site = () => loadSiteData(app.db.database, app.config, app.payments.offers)
const price = { id: 'plan-1', currency: 'CNY' }

describe('plan commands', () => {
  it('a new price appears in shop and pages, and a preview changes nothing', async () => {
    const before = await site()
    expect(await run('plans.set-price', { ...price, price: '39.90' }, true)).toContain('¥35.00, $5.90 → ¥39.90, $5.90')
    expect(await audits()).toEqual([])
    expect((await site()).version).toBe(before.version)

    await run('plans.set-price', { ...price, price: '39.90', 'list-price': '45' })
    expect((await inShop('plan-1'))?.prices).toContainEqual({
      currency: 'CNY',
      priceMinor: 3_990,
      listPriceMinor: 4_500,
    })
    const after = await site()
    expect(after.version).not.toBe(before.version)
    expect(after.goods[0]?.prices[0]).toMatchObject({ priceMinor: 3_990 })
    expect(await audits()).toMatchObject([
      { action: 'plans.set-price', subject: 'goods plan-1', operator: 'ada', details: { before: { id: 'plan-1' } } },
    ])
  })

  it.each<[ActionName, Record<string, string | boolean>, string]>([
    ['plans.set-price', { ...price, price: '3.99' }, '--large-change'],
    ['plans.set-price', { ...price, price: '399' }, '--large-change'],
    ['plans.set-price', { ...price, price: '39.999' }, '--price must be like'],
    ['plans.set-price', { ...price, currency: 'EUR', price: '39' }, '--currency'],
    ['plans.set-price', { ...price, price: '39', 'list-price': '39' }, 'above the price'],
    ['plans.set-price', { ...price, id: 'plan-99', price: '39' }, 'There is no plan'],
    ['plans.set-group-price', { ...price, size: '4', price: '20' }, '--size'],
    ['plans.set-group-price', { ...price, size: '2' }, 'either'],
    ['plans.set-group-price', { ...price, size: '2', price: '100' }, 'below the price'],
    ['plans.describe', { id: 'plan-1', 'name-en': 'One' }, '--name-zh'],
    [
      'plans.add',
      { id: 'plan-12', months: '12', devices: '3', 'name-en': 'x', 'name-zh': 'x', currency: 'CNY', price: '9' },
      'already',
    ],
  ])('the command %s is refused when its input looks like a mistake, case %#', async (action, values, sentence) => {
    const before = await shop()
    await expect(run(action, values)).rejects.toThrow(sentence)
    expect(await shop()).toEqual(before)
  })

  it('a group offer can be opened and ended', async () => {
    await run('plans.set-group-price', { ...price, size: '2', price: '30' })
    expect((await inShop('plan-1'))?.groupPrices).toEqual([{ size: 2, currency: 'CNY', perPersonMinor: 3_000 }])
    await run('plans.set-group-price', { ...price, size: '2', end: true })
    expect((await inShop('plan-1'))?.groupPrices).toEqual([])
  })

  it('a plan can be added, described, retired and restored', async () => {
    const values = { id: 'plan-36', months: '36', devices: '8', 'name-en': '3 years', 'name-zh': '3 年' }
    await run('plans.add', { ...values, currency: 'USD', price: '99' })
    expect((await shop()).at(-1)).toMatchObject({ id: 'plan-36', name: '3 years', badge: null, maxDevices: 8 })
    await run('plans.describe', { id: 'plan-36', 'badge-en': 'New', 'badge-zh': '新', position: '0' })
    expect((await shop())[0]).toMatchObject({ id: 'plan-36', badge: 'New' })
    await run('plans.retire', { id: 'plan-36' })
    expect(await inShop('plan-36')).toBeUndefined()
    expect(await run('plans.list', {})).toContain('retired')
    await run('plans.restore', { id: 'plan-36' })
    expect(await inShop('plan-36')).toBeDefined()
  })

  it('price changes by two operators at once are both kept', async () => {
    const before = (await audits()).length
    const usd = (await inShop('plan-3'))!.prices.find(({ currency }) => currency === 'USD')!.priceMinor
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? perform(app.db.database, 'plans.set-price', { id: 'plan-3', currency: 'CNY', price: `9${n}.00` })
          : perform(app.db.database, 'plans.set-group-price', {
              id: 'plan-3',
              size: 3,
              currency: 'USD',
              price: ((usd - 50 + n) / 100).toFixed(2),
            }),
      ),
    )
    const goods = await inShop('plan-3')
    expect(goods?.groupPrices).toMatchObject([{ size: 3, currency: 'USD' }])
    expect(goods?.prices).toHaveLength(2)
    const steps = (await audits()).slice(before)
    const sides = steps.map(({ details }) => [JSON.stringify(details.before), JSON.stringify(details.after)])
    const starts = new Set(sides.map(([start]) => start))
    expect(sides.filter(([, end]) => !starts.has(end))).toHaveLength(1)
  })
})
