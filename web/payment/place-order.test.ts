import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from '#web/client/fake-browser.test-support.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let placeOrder: (typeof import('./place-order.ts'))['placeOrder']
beforeEach(async () => {
  vi.resetModules()
  browser = await fakeBrowser()
  ;({ placeOrder } = await import('./place-order.ts'))
})
afterEach(() => vi.unstubAllGlobals())
afterAll(forgetMocks)

const purchase = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay', expectedTotalMinor: 26_800 } as const
const keys = () =>
  browser.fetch.mock.calls.map(
    ([, init]) => (JSON.parse(init.body as string) as { idempotencyKey: string }).idempotencyKey,
  )
const fails = (status: string, code: number) =>
  browser.fetch.mockResolvedValueOnce(answer({ code, status, data: null }))

test('a purchase with a lost response is repeated with its idempotency key, and the next one gets a new key', async () => {
  browser.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(placeOrder(1, purchase)).rejects.toMatchObject({ status: 'NetworkError' })
  fails('Internal', 500)
  await expect(placeOrder(1, purchase)).rejects.toMatchObject({ status: 'Internal' })
  browser.fetch.mockResolvedValueOnce(answer({ data: { orderId: 'o1' } }))
  await placeOrder(1, purchase)
  browser.fetch.mockResolvedValueOnce(answer({ data: { orderId: 'o2' } }))
  await placeOrder(1, purchase)

  const [lost, failed, known, next] = keys()
  expect(lost).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
  expect([failed, known]).toEqual([lost, lost])
  expect(next).not.toBe(lost)
})

test.each([
  ['PriceChanged', 409],
  ['ProviderUnavailable', 503],
  ['IdempotencyConflict', 409],
])('the response %s is definite: the next attempt is a new purchase', async (status, code) => {
  fails(status, code)
  await expect(placeOrder(1, purchase)).rejects.toMatchObject({ status })
  browser.fetch.mockResolvedValueOnce(answer())
  await placeOrder(1, purchase)
  expect(new Set(keys()).size).toBe(2)
})

test('another plan, price or user never shares an idempotency key', async () => {
  browser.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  for (const [uid, other] of [
    [1, purchase],
    [1, { ...purchase, goodsId: 'plan-6' }],
    [1, { ...purchase, expectedTotalMinor: 26_900 }],
    [2, purchase],
  ] as const)
    await expect(placeOrder(uid, other)).rejects.toMatchObject({ status: 'NetworkError' })
  expect(new Set(keys()).size).toBe(4)
})
