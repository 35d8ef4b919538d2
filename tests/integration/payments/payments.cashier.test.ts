import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTrade } from '#simulators/alipay/wire.ts'
import { stateOf } from '#simulators/fake-gateway/gateway-payments.ts'
import { cashierPath } from '#simulators/fake-gateway/gateway-pages.ts'
import { eventually, openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function cashierOf(placed: Placed): Promise<string> {
  const response = await fetch(placed.payUrl)
  expect(response.status).toBe(200)
  return response.url
}
const press = (cashier: string, button: string) => fetch(`${cashier}/${button}`, { method: 'POST', redirect: 'manual' })
const settled = (placed: Placed, status: string) =>
  eventually(async () => {
    await shop.work()
    return (await shop.books(placed)).status === status
  })

describe('simulated cashier', () => {
  it.each([
    ['pay', 'paid', { grants: 1 }],
    ['pay-less', 'review', { grants: 0, reviews: ['amount_mismatch'] }],
    ['pay-more', 'review', { grants: 0, reviews: ['amount_mismatch'] }],
    ['pay-late', 'paid', { grants: 1 }],
    ['pay-twice', 'paid', { grants: 1, facts: ['paid 26800 CNY'] }],
    ['cancel', 'awaiting_payment', { grants: 0, facts: ['closed 0 CNY'] }],
  ])('the cashier sends the buyer back after "%s", and the order becomes %s', async (button, status, books) => {
    const placed = await shop.order({ device: 'phone' })
    const cashier = await cashierOf(placed)
    const back = await press(cashier, button)
    expect(back.status).toBe(303)
    const target = new URL(back.headers.get('location')!)
    expect(target.href).toContain(`${shop.app.config.publicOrigin}/purchased?order=${placed.orderId}`)
    expect(target.searchParams.has('sign')).toBe(button !== 'cancel')
    expect(target.searchParams.get('back')).toBe(button === 'cancel' ? '1' : '0')
    await eventually(async () => (await shop.work(), (await shop.books(placed)).facts.length > 0))
    await settled(placed, status)
    expect(await shop.books(placed)).toMatchObject(books)
  })

  it('the cashier stays on a phone that scanned the code, and no trade exists before the scan', async () => {
    const placed = await shop.order()
    expect(placed.payUrl).toContain('/alipay/qr/')
    expect(isTrade(shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId))).toBe(false)
    const cashier = await cashierOf(placed)
    const back = await press(cashier, 'pay')
    expect(back.headers.get('location')).toContain(new URL(cashier).pathname)
    expect(await (await fetch(cashier)).text()).not.toContain('href=""')
    await settled(placed, 'paid')
    expect((await fetch(`${shop.simulatorUrl}/alipay/qr/baxnone`)).status).toBe(404)
  })

  it('the cashier can pay without a notification, so the order stays unpaid until it is polled', async () => {
    const placed = await shop.order()
    await press(await cashierOf(placed), 'pay-silent')
    await shop.work()
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
    expect(stateOf(shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId))).toBe('paid')
  })

  it('the cashier says in both languages that no money moves, and runs no script', async () => {
    const placed = await shop.order({ device: 'phone' })
    const cashier = await cashierOf(placed)
    const [en, zh] = await Promise.all(
      ['en', 'zh-CN'].map(async (lang) => (await fetch(`${cashier}?lang=${lang}`)).text()),
    )
    expect(en).toContain('No real money moves here')
    expect(zh).toContain('不会真的扣款')
    expect(zh).toContain('<html lang="zh-CN">')
    expect(en).not.toContain('<script')
    const policy = (await fetch(cashier)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${shop.app.config.publicOrigin}`)
  })

  it.each([
    ['with a changed amount', 'total_amount%22%3A%22268', 'total_amount%22%3A%22001'],
    ['for another app', 'app_id=2026000000000001', 'app_id=2026000000000002'],
    ['with another notification URL', 'notify_url=http', 'notify_url=https'],
  ])('the cashier refuses a link %s', async (_name, from, to) => {
    const { payUrl, attemptId } = await shop.order({ device: 'phone' })
    expect(payUrl).toContain(from)
    const response = await fetch(payUrl.replace(from, to))
    expect(response.status).toBe(400)
    expect(shop.simulator.counters.alipay.fakeGateway.find(attemptId)).toBeUndefined()
  })

  it('the cashier escapes HTML in the payment subject', async () => {
    const gatewayPayment = shop.simulator.counters.alipay.fakeGateway.open({
      number: 'X1',
      currency: 'CNY',
      extra: {},
      subject: '<img src=x onerror=alert(1)>',
      totalMinor: 1,
      notifyUrl: 'http://localhost:9/',
      returnUrl: 'http://localhost:9/',
      expiresAt: Date.now() + 60_000,
    })
    const page = await (await fetch(shop.simulatorUrl + cashierPath('alipay', gatewayPayment))).text()
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toContain('<img')
  })
})
