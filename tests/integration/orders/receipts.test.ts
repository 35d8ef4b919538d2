import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { issueReceipt, numberWaiting } from '#server/modules/receipts/receipts.service.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createSchedules } from '#server/workflows/jobs/job-intervals.ts'
import { numberReceipts } from '#server/workflows/orders/read-receipt.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { createGate, eventually } from '../payments/payments.setup.ts'

let test: IdentityTest
let company: Company
let count = 0
let seller: { name: string; taxNumber: string }
beforeAll(async () => {
  test = await openIdentity()
  company = openCompany(test.db)
})
afterAll(() => test.close())
beforeEach(async () => {
  // Each test uses another seller, so that numbers start again, and numbers what the test before it has left.
  await numberReceipts(test.db.database)
  seller = { name: `Seller ${count++}`, taxNumber: 'IS-1' }
  await setSeller(seller)
})

const setSeller = (value: unknown) => test.db.database.transaction((tx) => saveSetting(tx, 'seller', value))
async function buyer() {
  const { token, uid } = await registerThroughApi(test, `paper-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  return { token, uid, userId: row!.id }
}
const read = async ({ token }: { token: string }, { orderId }: Bought) =>
  (await test.call('/api/payment/payment_receipt', { orderId }, { token })).data
const print = async ({ token }: { token: string }, { orderId }: Bought, buyerName: string) =>
  (await test.call('/api/payment/payment_receipt_print', { orderId, buyerName }, { token })).data
const year = new Date().getUTCFullYear()
const numbersOf = async () =>
  (
    await test.db.asOwner<{ number: number }>('select number from receipts where series = $1 order by number', [
      `${seller.name}\n${seller.taxNumber}`,
    ])
  ).map(({ number }) => number)

describe('receipt number', () => {
  it('receipt numbers are given once and without gaps when orders are opened and paid concurrently', async () => {
    const who = await buyer()
    const orders = await Promise.all(Array.from({ length: 12 }, () => company.order(who)))
    await Promise.all(orders.map((order) => company.pay(order)))
    const opened = await Promise.all([...orders, ...orders].map((order) => read(who, order)))
    const again = await Promise.all(orders.map((order) => read(who, order)))
    expect(await numbersOf()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    for (const [index, { number }] of again.entries())
      expect([opened[index]!.number, opened[index + 12]!.number]).toEqual([number, number])
  })

  it('a receipt number of a rolled-back transaction goes to the next receipt', async () => {
    const who = await buyer()
    const [first, second] = [await company.buy(who), await company.buy(who)]
    const gate = createGate()
    const cut = test.db.database.transaction(async (tx) => {
      expect((await issueReceipt(tx, second.orderId, seller)).number).toBe(1)
      await gate.pass()
      throw new Error('the line is cut')
    })
    await gate.arrived
    const waiting = read(who, first)
    gate.open()
    await expect(cut).rejects.toThrow('the line is cut')
    expect((await waiting).number).toBe(`${year}-000001`)
  })

  it('receipt numbers run per seller, and a receipt keeps the seller of its time', async () => {
    const who = await buyer()
    const [one, two] = [await company.buy(who), await company.buy(who)]
    expect((await read(who, one)).number).toBe(`${year}-000001`)
    await setSeller({ ...seller, taxNumber: 'IS-2' })
    expect((await read(who, two)).number).toBe(`${year}-000001`)
    expect((await read(who, one)).seller!.taxNumber).toBe('IS-1')
  })

  it('no receipt number is given to unpaid, free or foreign orders', async () => {
    const [who, other] = [await buyer(), await buyer()]
    const [open, paid] = [await company.order(who), await company.buy(other)]
    for (const order of [open, paid])
      for (const path of ['/api/payment/payment_receipt', '/api/payment/payment_receipt_print'] as const) {
        const input = { orderId: order.orderId, buyerName: 'x' }
        expect((await test.call(path, input as never, { token: who.token })).status).toBe('NotFound')
      }
    expect(await numbersOf()).toEqual([])
  })
})

describe('numbering of receipts in batches', () => {
  const numberSome = (limit: number, after = async () => {}) =>
    test.db.database.transaction(async (tx) => {
      const numbered = await numberWaiting(tx, async () => seller, limit)
      await after()
      return numbered
    })
  const rowsOf = (orders: readonly Bought[]) =>
    test.db.asOwner<{ number: number | null; place: number }>(
      `select r.number, o.place::int from unnest($1::uuid[]) with ordinality as o (id, place) join receipts r on r.order_id = o.id
       order by o.place`,
      [orders.map(({ orderId }) => orderId)],
    )
  const buyThree = async () => {
    const who = await buyer()
    return { who, orders: [await company.buy(who), await company.buy(who), await company.buy(who)] as const }
  }

  it('a sale leaves its receipt without a number, and the job numbers receipts in the order of their sales', async () => {
    const { orders } = await buyThree()
    expect(await rowsOf(orders)).toEqual([1, 2, 3].map((place) => ({ place, number: null })))
    await numberReceipts(test.db.database)
    expect(await rowsOf(orders)).toEqual([1, 2, 3].map((place) => ({ place, number: place })))
    await numberReceipts(test.db.database)
    expect(await numbersOf()).toEqual([1, 2, 3])
  })

  it('jobs that run at once number each receipt once and leave no gap', async () => {
    const { who, orders } = await buyThree()
    await Promise.all([
      ...Array.from({ length: 4 }, () => numberReceipts(test.db.database)),
      ...orders.map((order) => read(who, order)),
    ])
    expect(await numbersOf()).toEqual([1, 2, 3])
  })

  it('a batch that is cut off loses no receipt, and its numbers are given by the next batch', async () => {
    const { orders } = await buyThree()
    expect(await numberSome(1)).toBe(1)
    const cut = numberSome(2, () => Promise.reject(new Error('the line is cut')))
    await expect(cut).rejects.toThrow('the line is cut')
    expect((await rowsOf(orders)).map(({ number }) => number)).toEqual([1, null, null])
    expect(await numberSome(5)).toBe(2)
    expect((await rowsOf(orders)).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('a sale does not wait while receipts of the same seller are being numbered', async () => {
    const { who, orders } = await buyThree()
    const gate = createGate()
    const slow = numberSome(5, gate.pass)
    await gate.arrived
    const during = await company.buy(who)
    expect((await rowsOf([during]))[0]!.number).toBeNull()
    expect(await numbersOf()).toEqual([])
    gate.open()
    await slow
    await numberReceipts(test.db.database)
    expect((await rowsOf([...orders, during])).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  it('opening a receipt that a batch has locked waits for its number and takes no second one', async () => {
    const { who, orders } = await buyThree()
    const gate = createGate()
    const readSeller = () => gate.pass().then(() => seller)
    const slow = test.db.database.transaction((tx) => numberWaiting(tx, readSeller, 5))
    await gate.arrived
    const opened = read(who, orders[1])
    await eventually(async () => {
      const waiting = await test.db.asOwner(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ~ 'from receipts .* for update\\s*$'`,
      )
      return waiting.length > 0
    })
    gate.open()
    await slow
    expect((await opened).number).toBe(`${year}-000002`)
    expect(await numbersOf()).toEqual([1, 2, 3])
  })

  it('a later number never has an earlier time of issue, even if its transaction began earlier', async () => {
    const { orders } = await buyThree()
    const gate = createGate()
    const early = test.db.database.transaction(async (tx) => {
      await gate.pass()
      await issueReceipt(tx, orders[2].orderId, seller)
    })
    await gate.arrived
    await numberSome(2)
    gate.open()
    await early
    const issued = await test.db.asOwner<{ number: number }>(
      'select number from receipts where order_id = any($1) order by issued_at',
      [orders.map(({ orderId }) => orderId)],
    )
    expect(issued.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('a batch of which one receipt cannot be written takes no number at all', async () => {
    const { orders } = await buyThree()
    await test.db.asOwner(
      `create function skip_receipt() returns trigger language plpgsql as $$ begin return null; end $$`,
    )
    await test.db.asOwner(
      `create trigger skip_receipt before update on receipts for each row when (old.order_id = '${orders[1].orderId}') execute function skip_receipt()`,
    )
    try {
      await expect(numberSome(5)).rejects.toThrow('2 of 3 receipts got a number')
      expect(await numbersOf()).toEqual([])
    } finally {
      await test.db.asOwner('drop trigger skip_receipt on receipts; drop function skip_receipt()')
    }
    expect(await numberSome(5)).toBe(3)
    expect(await numbersOf()).toEqual([1, 2, 3])
  })

  it('neither a test sale nor an unpaid order waits for a receipt number', async () => {
    const who = await buyer()
    const [open, rehearsed] = [await company.order(who), await company.order(who)]
    await test.db.asOwner('update orders set is_test = true where id = $1', [rehearsed.orderId])
    await company.pay(rehearsed)
    expect(await rowsOf([open, rehearsed])).toEqual([])
  })

  it('a recurring job numbers receipts in a lane that no sale uses', async () => {
    const { orders } = await buyThree()
    const schedules = createSchedules([], { takesCrypto: false, tellsPanels: false })
    const own = schedules.filter(({ lane }) => lane === 'receipts')
    const handlers = { 'number-receipts': () => numberReceipts(test.db.database) }
    await test.db.asOwner(`insert into job_schedules (kind, every_seconds) values ('number-receipts', 5)`)
    const log = pino({ level: 'silent' })
    await createJobRunner({ database: test.db.database, log, handlers, schedules: own }).drain()
    expect((await rowsOf(orders)).map(({ number }) => number)).toEqual([1, 2, 3])
    const used = await test.db.asOwner<{ kind: string }>(
      `select distinct data->>'kind' as kind from pgboss.job_common where name = 'receipts'`,
    )
    expect(used).toEqual([{ kind: 'number-receipts' }])
  })
})

describe('receipt contents', () => {
  it('a receipt states seller, item, period, price, tax, amount paid and number of the payment transaction', async () => {
    const tax = { label: { en: 'VAT', 'zh-CN': '增值税' }, rateBps: 1_900 }
    await setSeller({ ...seller, address: 'Laugavegur 1', email: 'help@example.com', tax })
    const who = await buyer()
    const order = await company.buy(who, { totalMinor: 11_900, currency: 'USD' })
    const receipt = await read(who, order)
    expect(receipt).toMatchObject({
      seller: { ...seller, address: 'Laugavegur 1', email: 'help@example.com', demo: false },
      buyer: { uid: who.uid, name: null, isFixed: false },
      productName: '12 months',
      maxDevices: 5,
      priceMinor: 11_900,
      currency: 'USD',
      tax: { label: 'VAT', rateBps: 1_900, amountMinor: 1_900 },
      paidMinor: 11_900,
      refunds: [],
      inTheEndMinor: 11_900,
      payments: [{ method: 'alipay', amountMinor: 11_900, transaction: `T${order.attemptId}`, token: null }],
    })
    const days = (receipt.period!.to - receipt.period!.from) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(365)
    expect(days).toBeLessThanOrEqual(366)
  })

  it('a receipt lists each refund and the final amount, and leaves out a duplicate payment', async () => {
    const who = await buyer()
    const order = await company.buy(who)
    const second = { ...company.fact(order, 'paid', 26_800), providerTxnId: 'second', at: new Date() }
    await company.settle(order.orderId, [second])
    const days = (n: number) => new Date(Date.now() + n * 86_400_000)
    const back = (minor: number, id: string, at: Date) => ({ ...company.fact(order, 'refunded', minor, id), at })
    await company.settle(order.orderId, [back(6_000, 'b', days(2)), back(1_000, 'a', days(1))])
    await company.settle(order.orderId, [{ ...back(26_800, 'c', days(3)), providerTxnId: 'second' }])
    const receipt = await read(who, order)
    expect(receipt).toMatchObject({ paidMinor: 26_800, inTheEndMinor: 19_800 })
    expect(receipt.refunds.map(({ amountMinor }) => amountMinor)).toEqual([1_000, 6_000])
    expect(receipt.payments).toHaveLength(1)
    await company.settle(order.orderId, [{ ...company.fact(order, 'refund_failed', 6_000, 'b'), at: days(4) }])
    const after = await read(who, order)
    expect(after.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(1_000)
    expect(after.inTheEndMinor).toBe(25_800)
  })

  it('the buyer name can be set until the first print and is fixed afterwards, without invisible characters', async () => {
    const who = await buyer()
    const order = await company.buy(who)
    const both = await Promise.all(['Acme\u202e  GmbH ', 'Other Ltd'].map((name) => print(who, order, name)))
    const [name] = new Set(both.map(({ buyer: of }) => of.name))
    expect(['Acme GmbH', 'Other Ltd']).toContain(name)
    expect(both.every(({ buyer: of }) => of.name === name && of.isFixed)).toBe(true)
    expect((await print(who, order, 'Third')).buyer.name).toBe(name)
    expect((await read(who, order)).buyer).toMatchObject({ name, isFixed: true })
  })

  it('a receipt shows no seller or tax when none is configured', async () => {
    await setSeller(null)
    const who = await buyer()
    expect(await read(who, await company.buy(who))).toMatchObject({ seller: null, tax: null })
  })

  it('a receipt is kept without the buyer name after the account is erased', async () => {
    const who = await buyer()
    const order = await company.buy(who)
    await print(who, order, 'Canary Holding')
    await test.db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 hour')`, [
      who.userId,
    ])
    await eraseDueAccounts(test.db.database)
    const kept = await test.db.asOwner('select buyer_name as name, number from receipts where order_id = $1', [
      order.orderId,
    ])
    expect(kept).toEqual([{ name: null, number: 1 }])
  })
})
