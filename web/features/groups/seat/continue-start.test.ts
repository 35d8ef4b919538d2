import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from '#web/client/fake-browser.test-support.ts'
import { groupCard } from '#web/features/groups/base/group-card.test-support.ts'
import { now, sampleOrder } from '#web/payment/order.test-support.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let continueStart: (typeof import('./continue-start.ts'))['continueStart']
beforeEach(async () => {
  vi.resetModules()
  vi.setSystemTime(now)
  browser = await fakeBrowser()
  ;({ continueStart } = await import('./continue-start.ts'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
afterAll(forgetMocks)

const order = sampleOrder({ groupId: 'G', goodsId: 'plan-12', currency: 'CNY', amountMinor: 18_800, method: 'alipay' })
const started = (change: object = {}, mine: object = {}) => ({
  ...groupCard('creator_unpaid', ['held', 'open', 'open']),
  goodsId: 'plan-12',
  currency: 'CNY',
  size: 3,
  paymentType: 1,
  mine: { listed: false, orders: [order], ...mine },
  ...change,
})
const wanted = { what: 'start', goodsId: 'plan-12', size: 3, paymentType: 1, listed: false } as const
const purchase = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay', expectedTotalMinor: 18_800 } as const
const calls = () =>
  browser.fetch.mock.calls.map(([url]) => new URL(url, 'https://shop.example').pathname.split('/').pop())

test('starting again goes on with the unpaid group of the same choices', async () => {
  const group = started()
  browser.fetch.mockResolvedValueOnce(answer({ data: { list: [started({ size: 2 }), group], more: false } }))
  browser.fetch.mockResolvedValueOnce(answer({ data: order }))
  expect(await continueStart(1, wanted, purchase)).toMatchObject({
    group: { size: 3 },
    order: { orderId: order.orderId },
  })
  expect(calls()).toEqual(['payment_joint_purchase_created', 'payment_repay'])
})

test.each<[string, object]>([
  ['is paid', started({ state: 'open' })],
  ['is for another plan', started({ goodsId: 'plan-6' })],
  ['has another size', started({ size: 2 })],
  ['is in another currency', started({ currency: 'USD' })],
  ['is paid by the creator alone', started({ paymentType: 0 })],
  ['is listed', started({}, { listed: true })],
  ['has another price', started({}, { orders: [{ ...order, amountMinor: 18_700 }] })],
  ['can hardly be paid in time', started({}, { orders: [{ ...order, payableUntil: now + 59_000 }] })],
])('a new group is needed if the known one %s', async (_why, group) => {
  browser.fetch.mockResolvedValueOnce(answer({ data: { list: [group], more: false } }))
  expect(await continueStart(1, wanted, purchase)).toBeNull()
  expect(calls()).toHaveLength(1)
})
