import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from '#web/client/fake-browser.test-support.ts'
import { now, sampleOrder } from './order.test-support.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let continueOrder: (typeof import('./continue-order.ts'))['continueOrder']
let isSamePurchase: (typeof import('./continue-order.ts'))['isSamePurchase']
let isSamePlan: (typeof import('./continue-order.ts'))['isSamePlan']
let purchaseKey: (typeof import('./purchase-key.ts'))['purchaseKey']
beforeEach(async () => {
  vi.resetModules()
  vi.setSystemTime(now)
  browser = await fakeBrowser()
  ;({ continueOrder, isSamePurchase, isSamePlan } = await import('./continue-order.ts'))
  ;({ purchaseKey } = await import('./purchase-key.ts'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
afterAll(forgetMocks)

const wanted = { goodsId: 'plan-12', currency: 'USD', method: 'card', expectedTotalMinor: 4_490 } as const
const called = () =>
  browser.fetch.mock.calls.map(([url, init]) => [
    new URL(url, 'https://shop.example').pathname.split('/').pop(),
    JSON.parse(init.body as string) as unknown,
  ])
const lists = (...list: object[]) => browser.fetch.mockResolvedValueOnce(answer({ data: { list, more: false } }))

test('the same purchase goes on with its open order, and the next purchase gets a new idempotency key', async () => {
  const open = sampleOrder()
  const key = purchaseKey(1, wanted)
  lists(sampleOrder({ orderId: 'other', goodsId: 'plan-6' }), open)
  browser.fetch.mockResolvedValueOnce(answer({ data: open }))
  expect(await continueOrder(1, wanted)).toMatchObject({ orderId: open.orderId })
  expect(called()).toMatchObject([
    ['payment_order', {}],
    ['payment_repay', { orderId: open.orderId, method: 'card' }],
  ])
  expect(purchaseKey(1, wanted)).not.toBe(key)
})

test('nothing is reopened if the buyer has no open order of this purchase', async () => {
  lists(sampleOrder({ status: 'expired' }))
  expect(await continueOrder(1, wanted)).toBeNull()
  expect(browser.fetch).toHaveBeenCalledTimes(1)
})

test('an order that ends in the meantime is replaced by a new one, and any other refusal is shown', async () => {
  lists(sampleOrder())
  browser.fetch.mockResolvedValueOnce(answer({ code: 409, status: 'OrderOver', data: null }))
  expect(await continueOrder(1, wanted)).toBeNull()
  lists(sampleOrder())
  browser.fetch.mockResolvedValueOnce(answer({ code: 409, status: 'PaymentArriving', data: null }))
  await expect(continueOrder(1, wanted)).rejects.toMatchObject({ status: 'PaymentArriving' })
})

test('only a payable order of the same plan, price, currency and code is the same purchase', () => {
  const same = (change: Parameters<typeof sampleOrder>[0], wish: object = {}) =>
    isSamePurchase(sampleOrder(change), { ...wanted, ...wish }, now)
  expect(same({})).toBe(true)
  expect(same({ method: 'alipay' })).toBe(true)
  expect(same({ status: 'paid' })).toBe(false)
  expect(same({ payableUntil: now + 59_000 })).toBe(false)
  expect(same({ groupId: 'A' })).toBe(false)
  expect(same({ goodsId: 'plan-6' })).toBe(false)
  expect(same({ currency: 'CNY' })).toBe(false)
  expect(same({ amountMinor: 4_000 })).toBe(false)
  expect(same({ promoCode: 'SPRING' })).toBe(false)
  expect(same({}, { promoCode: 'SPRING' })).toBe(false)
  expect(same({ promoCode: 'SPRING' }, { promoCode: 'SPRING' })).toBe(true)
  expect(same({}, { onlyDifference: true })).toBe(false)
  // Money is on its way by crypto, so the order cannot be paid by card.
  const token = {
    state: 'short',
    symbol: 'USDT',
    decimals: 6,
    asked: '44900000',
    received: '44890000',
    arriving: '0',
    missing: '10000',
    excess: '0',
    address: '0x7f3A',
    contract: null,
  } as const
  const arriving = { method: 'crypto', token } as const
  expect(same(arriving)).toBe(false)
  expect(same(arriving, { method: 'crypto' })).toBe(true)
})

test('the same plan for less is the same plan, unless its code belongs to another method', () => {
  const same = (change: Parameters<typeof sampleOrder>[0]) => isSamePlan(sampleOrder(change), wanted, now)
  expect(same({})).toBe(true)
  expect(same({ amountMinor: 4_000, promoCode: 'SPRING' })).toBe(true)
  expect(same({ amountMinor: 4_000, promoCode: 'SPRING', method: 'alipay' })).toBe(false)
  expect(same({ amountMinor: 4_491 })).toBe(false)
  expect(same({ goodsId: 'plan-6' })).toBe(false)
  expect(same({ groupId: 'A' })).toBe(false)
  expect(same({ status: 'expired' })).toBe(false)
})
