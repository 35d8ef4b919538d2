import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { issueReceipt } from '#server/modules/receipts/receipts.service.ts'
import { LeaseLost } from '#server/platform/job-runner.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { issueReceiptOf } from '#server/workflows/orders/read-receipt.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { waitingJobs } from '../../support/jobs.ts'
import { openCompany, type Bought, type Company } from '../affiliates/affiliates.setup.ts'
import { createGate } from '../payments/payments.setup.ts'

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
  // Each test uses another seller, so that numbers start again.
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
const runJobOf = ({ orderId }: Bought, completeIn = async () => {}) =>
  issueReceiptOf(
    { database: test.db.database },
    {
      id: 'a job',
      kind: 'issue-receipt',
      payload: { orderId },
      attempt: 1,
      signal: new AbortController().signal,
      completeIn,
    },
  )
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

it('a receipt gets its number by a job after the payment, and the job may run twice', async () => {
  const who = await buyer()
  const order = await company.buy(who)
  const [job, ...more] = (await waitingJobs(test.db.asOwner, 'issue-receipt')).filter(
    ({ payload }) => payload.orderId === order.orderId,
  )
  expect(more).toEqual([])
  expect(job!.payload).toEqual({ orderId: order.orderId })
  await Promise.all([runJobOf(order), runJobOf(order)])
  expect(await numbersOf()).toEqual([1])
})

it('the receipt job does not block other receipts, and takes no number when the receipt already has one', async () => {
  const who = await buyer()
  const [one, two, three] = [await company.buy(who), await company.buy(who), await company.buy(who)]
  const gate = createGate()
  const slow = runJobOf(one, gate.pass)
  await gate.arrived
  await runJobOf(two)
  const lost = runJobOf(three, () => Promise.reject(new LeaseLost('a job')))
  await expect(lost).rejects.toThrow(LeaseLost)
  gate.open()
  await slow
  expect([(await read(who, two)).number, (await read(who, one)).number]).toEqual([`${year}-000001`, `${year}-000002`])
  expect(await numbersOf()).toEqual([1, 2])
})

describe('receipt contents', () => {
  it('a receipt states seller, item, period, price, tax, amount paid, date and number of the payment transaction', async () => {
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
