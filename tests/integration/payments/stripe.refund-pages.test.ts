import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStripe } from '#server/modules/payments/providers/stripe.ts'

/**
 * Pages of `GET /v1/refunds` as in Stripe's API reference ("List all refunds", "Pagination"): newest first, 10 or
 * `limit` up to 100 per page, `starting_after` the last id of the previous page, `has_more`. Fields as in stripe-node
 * 23.1.0 (OpenAPI v2596), which `satisfies` checks.
 */
const created = 1_764_000_000
const refunds = Array.from({ length: 130 }, (_, index) => ({
  id: `re_${130 - index}`,
  object: 'refund' as const,
  amount: 5,
  balance_transaction: `txn_${130 - index}`,
  charge: 'ch_1',
  created: created + 130 - index,
  currency: 'usd',
  customer: null,
  customer_account: null,
  destination_details: {
    type: 'card',
    card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
  },
  metadata: { refund_id: `R${130 - index}`, attempt_id: 'A' },
  payment_intent: 'pi_1',
  payment_method: 'pm_1',
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})) satisfies Stripe.Refund[]
const asked: string[] = []
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://stripe')
  asked.push(searchParams.toString())
  const after = searchParams.get('starting_after')
  const from = after === null ? 0 : refunds.findIndex(({ id }) => id === after) + 1
  const data = refunds.slice(from, from + Math.min(100, Number(searchParams.get('limit') ?? 10)))
  response.setHeader('content-type', 'application/json')
  const hasMore = from + data.length < refunds.length
  const page = { object: 'list', url: '/v1/refunds', has_more: hasMore, data } satisfies Stripe.ApiList<Stripe.Refund>
  response.end(JSON.stringify(page))
})
let endpoint = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('a refund at Stripe is found behind a hundred others, and is denied only after the last page', async () => {
  const stripe = createStripe({
    config: { secretKey: 'sk_test_1', webhookSecret: 'w', endpoint },
    returnUrl: () => 'https://shop.example/',
  })
  const about = (refundId: string) => ({
    refundId,
    ref: { id: 'A', providerRef: 'cs_1', createdAt: new Date() } as never,
    providerTxnId: 'pi_1',
  })
  expect(await stripe.queryRefund(about('R1'))).toMatchObject({
    kind: 'refunded',
    refundId: 'R1',
    providerTxnId: 'pi_1',
  })
  expect(asked).toEqual(['payment_intent=pi_1&limit=100', 'payment_intent=pi_1&limit=100&starting_after=re_31'])
  expect(await stripe.queryRefund(about('R131'))).toBe('not_found')
  expect(asked).toHaveLength(4)
})
