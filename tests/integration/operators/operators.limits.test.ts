import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#tests/support/factories.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'
import { eventually, openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
let folder: string
let ann: OperatorDesk
let bea: OperatorDesk
let lin: OperatorDesk
let wei: OperatorDesk
let sam: { desk: OperatorDesk; person: Person }
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-limits-'))
  shop = await openShop()
  ann = await OperatorDesk.open(shop.app.db, shop.app.config)
  await ann.firstOwner()
  await shop.rows(`insert into settings (key, value) values ('isOpen', 'true')`)
  lin = (await ann.hire('lin', 'finance')).desk
  wei = (await ann.hire('wei', 'finance')).desk
  sam = await ann.hire('sam', 'support')
})
afterEach(() => shop.rows(`delete from settings where key = 'operatorLimits'`))
afterAll(async () => {
  await Promise.all([ann, bea, lin, wei, sam.desk].map((desk) => desk?.close()))
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const stored = async () =>
  (await shop.rows<{ value: unknown }>(`select value from settings where key = 'operatorLimits'`))[0]?.value
const change = (what: string) => `limits change ${what} --reason test`.split(' ')
const idIn = (printed: string) => /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
const takesTwo = async (desk: OperatorDesk, command: string) =>
  (await desk.run(command.split(' '))).includes('Another operator decides')
const columns = (...cells: string[]) => new RegExp(cells.join(`[ │']+`))
const set = async (what: string) => bea.run(['approvals', 'grant', '--id', idIn(await ann.run(change(what)))])

describe('operator limits', () => {
  it('the only owner can change limits alone only after a day', async () => {
    const printed = await ann.run(change('--promo-percent 100'))
    expect(printed).toContain('Nothing was done.')
    const grant = ['approvals', 'grant', '--id', idIn(printed)]
    await expect(ann.run(grant)).rejects.toThrow('You can approve it yourself from')
    expect(await stored()).toBeUndefined()
    await expect(lin.run(grant)).rejects.toThrow('“Change limits” is only for owners')
    bea = (await ann.hire('bea', 'owner')).desk
    await shop.rows(`update operator_proposals set prepared_at = now() - interval '2 days' where state = 'open'`)
    await expect(ann.run(grant)).rejects.toThrow('Another operator must approve it')
    expect(await stored()).toBeUndefined()
    expect(await bea.run(grant)).toContain('promoPercent')
    expect(await stored()).toMatchObject({ promoPercent: 100, redeemCodes: 500 })
  })

  it.each(['--redeem-codes 499', '--redeem-codes 501', '--refund-cny 0', '--gift-days-support 0'])(
    'every change of a limit needs two operators: %s',
    async (what) => {
      expect(await takesTwo(ann, `limits change ${what} --reason test`)).toBe(true)
      expect(await stored()).toBeUndefined()
      expect(await ann.run([...change(what), '--preview'])).not.toContain('Another operator decides')
      expect(await stored()).toBeUndefined()
    },
  )

  it.each([
    ['--refund-cny 20001', '--refund-cny must be a whole number from 0 to 20000'],
    ['--refund-usd 3001', '--refund-usd must be a whole number from 0 to 3000'],
    ['--price-percent 0', '--price-percent must be a whole number from 1 to 100'],
    ['--promo-percent 101', '--promo-percent must be a whole number from 0 to 100'],
    ['--redeem-codes 100001', '--redeem-codes must be a whole number from 0 to 100000'],
    ['--redeem-codes=-1', '--redeem-codes must be a whole number'],
    ['--gift-days-support 367', '--gift-days-support must be a whole number from 0 to 366'],
    ['--gift-days-owner 3661', '--gift-days-owner must be a whole number from 0 to 3660'],
    ['--redeem-codes 500', 'Enter a limit with a new value'],
    ['', 'Enter a limit with a new value'],
  ])('limits outside their bounds, or unchanged limits, are refused: %s', async (what, message) => {
    await expect(ann.run(`limits change ${what} --reason test`.split(/ +/))).rejects.toThrow(message)
  })

  it('limits are shown to every role with their defaults', async () => {
    await set('--gift-days-finance 90')
    expect(await sam.desk.run('limits show')).toMatch(columns('giftDaysFinance', '90', '366', '0 to 3660'))
  })

  it('two limits changed at the same time are both saved', async () => {
    const ids = [idIn(await ann.run(change('--redeem-codes 10'))), idIn(await ann.run(change('--promo-percent 10')))]
    await Promise.all(ids.map((id) => bea.run(['approvals', 'grant', '--id', id])))
    expect(await stored()).toMatchObject({ redeemCodes: 10, promoPercent: 10 })
  })

  it('limits out of bounds in the database fall back to their defaults', async () => {
    await shop.rows(
      `insert into settings (key, value) values ('operatorLimits', '{"redeemCodes": 1e9, "promoPercent": "100", "giftDaysSupport": 40}')`,
    )
    const shown = await sam.desk.run('limits show')
    expect(shown).toMatch(columns('redeemCodes', '500', '500'))
    expect(shown).toMatch(columns('promoPercent', '50', '50'))
    expect(shown).toMatch(columns('giftDaysSupport', '40', '31'))
  })
})

describe('changed limits', () => {
  const promo = (code: string, what: string) => `promos create --code ${code} --note test ${what}`
  const batch = (name: string, count: number) => `redeem create --name ${name} --count ${count} --months 1 --devices 1`

  it('a changed limit applies to promo codes, redeem codes, prices and gifts', async () => {
    await set('--promo-percent 20 --redeem-codes 10 --price-percent 5 --gift-days-support 3')
    expect(await takesTwo(lin, promo('TWENTY', '--percent 20'))).toBe(false)
    expect(await takesTwo(lin, promo('MORE', '--percent 20.01'))).toBe(true)
    expect(await takesTwo(lin, promo('FIXED', '--off-cny 7.01 --goods plan-1'))).toBe(true)
    expect(await takesTwo(lin, batch('ten', 10))).toBe(false)
    expect(await takesTwo(lin, batch('eleven', 1))).toBe(true)
    expect(await takesTwo(lin, 'plans set-price --id plan-1 --currency CNY --price 33.25')).toBe(false)
    expect(await takesTwo(lin, 'plans set-price --id plan-1 --currency CNY --price 33.24')).toBe(true)
    const { uid } = await createUser(shop.app.db.database)
    await sam.desk.run(`people give-time --user ${uid} --days 3 --reason test`)
    await expect(sam.desk.run(`people give-time --user ${uid} --days 1 --reason test`)).rejects.toThrow(
      'at most 3 days',
    )
  })

  it('a changed limit applies to refunds and to reviews that refund', async () => {
    await shop.rows(
      `update goods_prices set list_price_minor = null, price_minor = 250000 where goods_id = 'plan-12' and currency = 'CNY'`,
    )
    const placed = await shop.order({ method: 'wechat', totalMinor: 250_000 })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { deltaMinor: 1 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'review'))
    const [item] = await shop.rows<{ id: string }>('select id from review_items where order_id = $1', [placed.orderId])
    const decide = `reviews decide --id ${item!.id} --decision refund --reason wrong_sum`
    const refund = `orders refund --order ${placed.orderId} --amount 100.01 --reason asked_for`
    await set('--refund-cny 100')
    expect(await lin.run(decide)).toContain(
      'Refunding more than ¥100.00 of an order, or money in another currency, takes two operators.',
    )
    expect(await takesTwo(lin, refund)).toBe(true)
    await set('--refund-cny 20000')
    expect(await takesTwo(lin, `${refund} --preview`)).toBe(false)
    expect(await lin.run(decide)).not.toContain('Another operator decides')
    expect((await shop.books(placed)).refunds).toEqual(['requested 250001 wrong_sum'])
  })

  it('a proposal prepared under an older limit shows if it still needs two operators, and still takes two', async () => {
    const id = idIn(await lin.run(promo('BEFORE', '--percent 60').split(' ')))
    const show = ['approvals', 'show', '--id', id]
    expect(await wei.run(show)).toContain('A discount of more than 50% takes two operators.')
    await set('--promo-percent 55')
    expect(await wei.run(show)).toContain('A discount of more than 55% takes two operators.')
    await set('--promo-percent 60')
    expect(await wei.run(show)).toContain('One operator is enough for this now.')
    await expect(lin.run(['approvals', 'grant', '--id', id])).rejects.toThrow('You prepared this')
    expect(await wei.run(['approvals', 'grant', '--id', id])).toContain('is valid now')
  })
})

describe('limits of an operator, which only the action for limits can change', () => {
  const limits = { promoPercent: 100, redeemCodes: 100_000 }
  const files: readonly [string, string, unknown, RegExp][] = [
    ['as a setting', 'settings.json', { operatorLimits: limits }, /There is no setting operatorLimits/],
    [
      'as a setting of a prototype',
      'settings.json',
      '{"__proto__": {"operatorLimits": {}}}',
      /There is no setting __proto__/,
    ],
    ['by a name of its own', 'settings.json', limits, /There is no setting promoPercent/],
    ['inside another setting', 'settings.json', { brand: { en: 'x', 'zh-CN': 'x', operatorLimits: limits } }, /brand/],
    ['as a link', 'settings.json', { links: { operatorLimits: 'https://example.com' } }, /./],
    ['beside the affiliate terms', 'affiliate-terms.json', { operatorLimits: limits }, /./],
    ['as a file of its own', 'operatorLimits.json', limits, /./],
    ['as clients', 'clients.json', [{ operatorLimits: limits }], /./],
    ['as measurements', 'measurements.json', [{ key: 'operatorLimits', value: limits }], /./],
    ['as testimonials', 'testimonials.json', [{ key: 'operatorLimits', value: limits }], /./],
  ]

  it.each(files)('importing content as support changes no limit, %s', async (_how, name, content) => {
    const place = await mkdtemp(path.join(folder, 'content-'))
    await writeFile(path.join(place, name), typeof content === 'string' ? content : JSON.stringify(content))
    await sam.desk.run(['content', 'publish', '--folder', place]).catch(() => '')
    expect(await stored()).toBeUndefined()
    expect(await sam.desk.run('limits show')).toMatch(columns('promoPercent', '50', '50'))
  })

  it.each(files.slice(0, 4))("an owner's import cannot change limits, %s", async (_how, name, content, message) => {
    const place = await mkdtemp(path.join(folder, 'content-'))
    await writeFile(path.join(place, name), typeof content === 'string' ? content : JSON.stringify(content))
    await expect(ann.run(['content', 'publish', '--folder', place])).rejects.toThrow(message)
    expect(await stored()).toBeUndefined()
  })

  it('support and finance cannot run the command for limits', async () => {
    for (const desk of [sam.desk, lin])
      await expect(desk.run(change('--promo-percent 100'))).rejects.toThrow('“Change limits” is only for owners')
  })

  it('a content export contains no limits', async () => {
    const place = await mkdtemp(path.join(folder, 'export-'))
    await ann.run(['content', 'export', '--folder', place])
    expect(JSON.parse(await readFile(path.join(place, 'settings.json'), 'utf8'))).not.toHaveProperty('operatorLimits')
  })
})
