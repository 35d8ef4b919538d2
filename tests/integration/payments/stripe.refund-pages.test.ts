import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStripe } from '#server/modules/payments/providers/stripe.ts'

/**
 * `GET /v1/refunds` as Stripe's API reference describes it ("List all refunds", "Pagination"): newest first, `limit` of 10
 * if none is asked for and 100 at most, `starting_after` an id of the page before, `has_more`.
 */
const created = 1_764_000_000
const refunds = Array.from({ length: 130 }, (_, index) => ({
  id: `re_${130 - index}`,
  object: 'refund',
  amount: 5,
  charge: 'ch_1',
  created: created + 130 - index,
  currency: 'usd',
  metadata: { refund_id: `R${130 - index}`, attempt_id: 'A' },
  payment_intent: 'pi_1',
  reason: null,
  status: 'succeeded',
}))
const asked: string[] = []
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://stripe')
  asked.push(searchParams.toString())
  const after = searchParams.get('starting_after')
  const from = after === null ? 0 : refunds.findIndex(({ id }) => id === after) + 1
  const data = refunds.slice(from, from + Math.min(100, Number(searchParams.get('limit') ?? 10)))
  response.setHeader('content-type', 'application/json')
  const page = { object: 'list', url: '/v1/refunds', has_more: from + data.length < refunds.length, data }
  response.end(JSON.stringify(page))
})
let endpoint = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('finds a refund of Stripe behind a hundred others, and denies one only after the last page', async () => {
  const stripe = createStripe({
    config: { secretKey: 'sk_test_1', webhookSecret: 'w', endpoint },
    returnUrl: () => 'https://shop.example/',
  })
  const about = (refundId: string) => ({
    refundId,
    ref: { id: 'A', providerRef: 'cs_1', createdAt: new Date() } as never,
    providerTxnId: 'pi_1',
  })
  // The oldest one of 130.
  expect(await stripe.queryRefund(about('R1'))).toMatchObject({
    kind: 'refunded',
    refundId: 'R1',
    providerTxnId: 'pi_1',
  })
  expect(asked).toEqual(['payment_intent=pi_1&limit=100', 'payment_intent=pi_1&limit=100&starting_after=re_31'])
  expect(await stripe.queryRefund(about('R131'))).toBe('not_found')
  expect(asked).toHaveLength(4)
})
