import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createPromoCode } from '#server/workflows/catalog/manage-codes.ts'
import { addPlan, setPlanPrice } from '#server/workflows/catalog/manage-goods.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'
import { ada } from '#tests/support/operators.ts'
import { createGate } from '../payments/payments.setup.ts'

let db: TestDatabase
let ann: OperatorDesk
let lin: OperatorDesk
let wei: OperatorDesk
let sam: OperatorDesk
let mia: { desk: OperatorDesk; person: Person }
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  ann = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  await ann.firstOwner()
  lin = (await ann.hire('lin', 'finance')).desk
  wei = (await ann.hire('wei', 'finance')).desk
  sam = (await ann.hire('sam', 'support')).desk
  mia = await ann.hire('mia', 'finance')
})
afterAll(async () => {
  await Promise.all([ann, lin, wei, sam, mia.desk].map((desk) => desk.close()))
  await db.drop()
})

const asksAnother = 'Another operator decides'
const takesTwo = async (desk: OperatorDesk, command: string) =>
  (await desk.run(command.split(' '))).includes(asksAnother)
const groupPrice = 'plans set-group-price --id plan-1 --size 2 --currency CNY'

describe('circumventing the second operator', () => {
  it.each<[string, boolean]>([
    // plan-1 costs ¥35.00 and is the cheapest.
    ['--off-cny 17.50 --goods plan-1', false],
    ['--off-cny 17.51 --goods plan-1', true],
    ['--off-cny 17.51 --goods plan-12', false],
    ['--off-cny 17.51', true],
    ['--off-cny 0.01 --off-usd 999999.99', true],
    // A plan that does not exist yet has no price to compare with.
    ['--off-cny 0.01 --goods plan-99', true],
  ])('a fixed discount above half of a price needs two operators: %s', async (off, expected) => {
    const code = `OFF-${off.replace(/\W+/g, '')}`.toUpperCase().slice(0, 32)
    expect(await takesTwo(lin, `promos create --code ${code} --note test ${off}`)).toBe(expected)
  })

  it('a price lowered in steps within one day needs two operators once the sum is large', async () => {
    expect(await takesTwo(lin, 'plans set-price --id plan-3 --currency CNY --price 68.00')).toBe(false)
    expect(await takesTwo(lin, 'plans set-price --id plan-3 --currency CNY --price 60.00')).toBe(true)
    await db.asOwner(`update audit_log set at = at - interval '25 hours' where action like 'plans.%'`)
    expect(await takesTwo(lin, 'plans set-price --id plan-3 --currency CNY --price 60.00')).toBe(false)
  })

  it('a price that falls below a fixed discount needs two operators, for a changed or a new plan', async () => {
    // plan-12 costs ¥268.00.
    expect(await takesTwo(lin, 'promos create --code ANY-15 --note test --off-cny 15.00')).toBe(false)
    expect(await takesTwo(lin, 'promos create --code HALF-12 --note test --off-cny 134.00 --goods plan-12')).toBe(false)
    const price = (id: string, amount: string) => `plans set-price --id ${id} --currency CNY --price ${amount}`
    expect(await takesTwo(wei, price('plan-12', '267.00'))).toBe(true)
    const add = (id: string, amount: string) =>
      `plans add --id ${id} --months 1 --devices 3 --name-en x --name-zh x --currency CNY --price ${amount}`
    expect(await takesTwo(wei, add('tiny', '29.99'))).toBe(true)
    expect(await takesTwo(wei, add('small', '30.00'))).toBe(false)
    await lin.run('promos disable --code HALF-12')
    expect(await takesTwo(wei, price('plan-12', '267.00'))).toBe(false)
    expect(await takesTwo(wei, price('plan-12', '268.00'))).toBe(false)
    await lin.run('promos disable --code ANY-15')
  })

  const deps = { config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }), emit: () => {} }
  const owner = { ...ada, role: 'owner' } as const
  const newPlan = {
    id: 'new',
    months: 1,
    devices: 3,
    nameEn: 'x',
    nameZh: 'x',
    currency: 'CNY',
    price: '29.99',
  } as const
  const lower = { id: 'plan-12', currency: 'CNY', price: '267.00' } as const
  const [ofYear, ofAll] = [
    { code: 'YEAR', note: 'test', offCny: '134.00', goods: ['plan-12'] },
    { code: 'ALL', note: 'test', offCny: '15.00' },
  ]
  it.each<[string, (tx: Transaction) => Promise<unknown>, string]>([
    [
      'a price lowered while a promo code for it is created',
      (tx) => createPromoCode(tx, ofYear, owner, deps, undefined),
      'plans set-price --id plan-12 --currency CNY --price 267.00',
    ],
    [
      'a promo code created while a price that it is for is lowered',
      (tx) => setPlanPrice(tx, lower, owner, deps, undefined),
      'promos create --code YEAR --note test --off-cny 134.00 --goods plan-12',
    ],
    [
      'a plan added while a promo code for all plans is created',
      (tx) => createPromoCode(tx, ofAll, owner, deps, undefined),
      'plans add --id new --months 1 --devices 3 --name-en x --name-zh x --currency CNY --price 29.99',
    ],
    [
      'a promo code for all plans created while a plan is added',
      (tx) => addPlan(tx, newPlan, owner, deps, undefined),
      'promos create --code ALL --note test --off-cny 15.00',
    ],
  ])('a concurrent change needs two operators: %s', async (_title, first, second) => {
    const gate = createGate()
    const holding = db.database.transaction(async (tx) => {
      expect(await first(tx)).toMatchObject({ ok: true, value: { takesTwo: null } })
      await gate.pass()
    })
    await Promise.race([gate.arrived, holding])
    const later = takesTwo(wei, second)
    await Promise.race([waitForWaiters({ db }, 1), later])
    gate.open()
    await holding
    expect(await later).toBe(true)
    await db.asOwner(`delete from promo_codes where code in ('YEAR', 'ALL')`)
    await db.asOwner(`delete from goods_prices where goods_id = 'new'`)
    await db.asOwner(`delete from goods where id = 'new'`)
    await db.asOwner(`update goods_prices set price_minor = 26800 where goods_id = 'plan-12' and currency = 'CNY'`)
  })

  it('a group price recreated lower, or far below the single price, needs two operators', async () => {
    expect(await takesTwo(lin, `${groupPrice} --price 0.01`)).toBe(true)
    expect(await takesTwo(lin, `${groupPrice} --price 30`)).toBe(false)
    expect(await takesTwo(lin, `${groupPrice} --end`)).toBe(false)
    expect(await takesTwo(lin, `${groupPrice} --price 20`)).toBe(true)
  })

  it('a plan far cheaper per day than all others needs two operators, whether by price or by time', async () => {
    const add = (id: string, months: number, price: string) =>
      `plans add --id ${id} --months ${months} --devices 3 --name-en x --name-zh x --currency CNY --price ${price}`
    expect(await takesTwo(lin, add('giveaway', 120, '0.01'))).toBe(true)
    expect(await takesTwo(lin, add('usual', 12, '268'))).toBe(false)
    expect(await takesTwo(lin, 'plans set-price --id usual --currency USD --price 0.01')).toBe(true)
    expect(await takesTwo(lin, 'plans describe --id usual --bonus-days 3660')).toBe(true)
    expect(await takesTwo(lin, 'plans describe --id usual --bonus-days 7')).toBe(false)
  })

  it('plans that are added or lowered one after another are all compared with the prices of a day ago', async () => {
    const add = (id: string, price: string) =>
      `plans add --id ${id} --months 1 --devices 3 --name-en x --name-zh x --currency CNY --price ${price}`
    expect(await takesTwo(wei, add('first-step', '17.00'))).toBe(false)
    expect(await takesTwo(lin, add('second-step', '12.00'))).toBe(true)
    await db.asOwner(`update audit_log set at = at - interval '25 hours' where action like 'plans.%'`)
    expect(await takesTwo(wei, 'plans set-price --id first-step --currency CNY --price 12.00')).toBe(false)
    expect(await takesTwo(lin, add('below-it', '8.50'))).toBe(true)
    expect(await takesTwo(lin, add('second-step', '12.00'))).toBe(false)
  })

  it('a plan for far more devices at the same price needs two operators, new or changed', async () => {
    const add = 'plans add --months 1 --name-en x --name-zh x --currency CNY --price 40'
    expect(await takesTwo(lin, `${add} --id many --devices 100`)).toBe(true)
    expect(await takesTwo(lin, `${add} --id few --devices 3`)).toBe(false)
    expect(await takesTwo(lin, 'plans describe --id few --devices 100')).toBe(true)
    expect(await takesTwo(lin, 'plans describe --id plan-12 --devices 6')).toBe(false)
    expect(await takesTwo(lin, 'plans describe --id plan-12 --devices 8')).toBe(true)
  })

  it('redeem codes worth more than the refund limit need two operators, in one batch or in several on one day', async () => {
    // A month of membership costs $5.90 as a plan, and the refund limit of one operator is $300.
    const batch = (name: string, count: number, gives = '--months 1 --devices 1') =>
      `redeem create --name ${name} --count ${count} ${gives}`
    expect(await takesTwo(lin, batch('first', 40))).toBe(false)
    expect(await takesTwo(lin, batch('second', 11))).toBe(true)
    expect(await takesTwo(wei, batch('third', 50))).toBe(false)
    expect(await takesTwo(wei, batch('one', 1, '--months 120 --bonus-days 3660 --devices 1000'))).toBe(true)
    await Promise.allSettled(['a', 'b', 'c'].map((name) => lin.run(batch(name, 6).split(' '))))
    const [made] = await db.asOwner<{ codes: number }>(
      `select sum(count)::int as codes from redeem_batches where created_by = 'lin'`,
    )
    expect(made?.codes).toBe(46)
    await db.asOwner(`update audit_log set at = at - interval '25 hours' where action = 'redeem.create'`)
    expect(await takesTwo(lin, batch('fourth', 50))).toBe(false)
  })

  it('years of time granted to one user in several gifts are refused', async () => {
    const { uid } = await createUser(db.database)
    const gift = (days: number) => `people give-time --user ${uid} --days ${days} --reason test`.split(' ')
    await sam.run(gift(20))
    await expect(sam.run(gift(12))).rejects.toThrow('31 days')
    await sam.run(gift(11))
    await Promise.allSettled([lin.run(gift(200)), lin.run(gift(200))])
    const [given] = await db.asOwner<{ days: number }>(
      `select (sum(seconds) / 86400)::int as days from membership_grants where source = 'operator'`,
    )
    expect(given?.days).toBeLessThanOrEqual(366)
  })
})

describe('proposals of one operator', () => {
  const promo = (code: string) => `promos create --code ${code} --percent 60 --note test`.split(' ')
  const prepare = async (desk: OperatorDesk, code: string) =>
    /approvals grant --id (\S+)/.exec(await desk.run(promo(code)))?.[1] ?? ''

  it("a proposal is not executed while its author's role does not allow it", async () => {
    const id = await prepare(mia.desk, 'DEMOTED')
    await ann.run(['operators', 'change', '--name', 'mia', '--role', 'support'])
    await expect(wei.run(['approvals', 'grant', '--id', id])).rejects.toThrow('mia may no longer do this')
    await ann.runAlone(['operators', 'change', '--name', 'mia', '--role', 'finance'])
    expect(await wei.run(['approvals', 'grant', '--id', id])).toContain('is valid now')
  })

  it('a proposal of a disabled operator is not executed', async () => {
    await mia.desk.signIn(mia.person)
    const id = await prepare(mia.desk, 'DISABLED')
    await ann.run(['operators', 'disable', '--name', 'mia', '--reason', 'left'])
    await expect(wei.run(['approvals', 'grant', '--id', id])).rejects.toThrow('mia may no longer do this')
    expect(await db.asOwner(`select from promo_codes where code = 'DISABLED'`)).toHaveLength(0)
    expect(await wei.run(['approvals', 'refuse', '--id', id, '--reason', 'gone'])).toContain('Refused')
  })
})
