import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readKeys } from '#simulators/build-simulator.ts'
import { signParams } from '#simulators/alipay/signing.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/**
 * Sends Alipay's notification about a refund to a bank card. Fields of `alipay.trade.refund.depositback.completed`
 * (opendocs.alipay.com), in the envelope of its older notifications.
 */
async function tell(placed: Placed, id: string, state: 'S' | 'F'): Promise<string> {
  const params = {
    notify_id: id,
    notify_time: '2026-11-20 14:09:00',
    notify_type: 'dback_status_sync',
    app_id: '2026000000000001',
    charset: 'utf-8',
    version: '1.0',
    trade_no: '2026112022001480561412345678',
    out_trade_no: placed.attemptId,
    out_request_no: '01KAFY0000REFVND0000000001',
    dback_status: state,
    dback_amount: '10.00',
    bank_ack_time: '2026-11-20 14:03:48',
  }
  const { providerPrivatePem } = readKeys(path.join(inject('dataDir'), 'keys')).alipay
  const answer = await fetch(`${shop.app.config.publicOrigin}/webhooks/alipay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...signParams(params, providerPrivatePem) }).toString(),
  })
  return answer.text()
}

it('a card refund that came back at Alipay is acknowledged and opens one review', async () => {
  const placed = await shop.order({ method: 'alipay' })
  expect(await tell(placed, 'arrived', 'S')).toBe('success')
  expect((await shop.books(placed)).reviews).toEqual([])
  for (const id of ['returned', 'returned', 'again']) expect(await tell(placed, id, 'F')).toBe('success')
  await shop.work()
  expect(await shop.books(placed)).toMatchObject({ reviews: ['refund_returned'], facts: [] })
})

it('a returned refund of an unknown payment is acknowledged and opens no review', async () => {
  const count = async () => (await shop.rows('select 1 from review_items')).length
  const before = await count()
  const stranger: Placed = { orderId: '', userId: '', payUrl: '', attemptId: '01KAG2S0N0NE0FTHESE0RDERS9' }
  expect(await tell(stranger, 'stranger', 'F')).toBe('success')
  expect(await count()).toBe(before)
})
