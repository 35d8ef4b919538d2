import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  amountOf,
  GatewayRefusal,
  payerOf,
  refundedMinor,
  type GatewayPayment,
  type GatewayRefund,
  type Reason,
} from '../fake-gateway/gateway-payments.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { orRefusal, withFaults } from '../fake-gateway/misbehave.ts'
import { inLayout, type FakeGateway, type SignedNotification, type Wire } from '../fake-gateway/fake-gateway.ts'
import { cashierPath, type Counter } from '../fake-gateway/gateway-pages.ts'

export type StripeKeys = { readonly secretKey: string; readonly webhookSecret: string }
type Json = Record<string, unknown>
type Answer = { status: number; body: Json }

const seconds = (at: number): number => Math.floor(at / 1000)

export function writeStripeEvent(
  webhookSecret: string,
  type: string,
  object: Json,
  { at = Date.now(), livemode = false, id }: { at?: number; livemode?: boolean; id?: string } = {},
): SignedNotification {
  const event = { id: id ?? `evt_${randomBytes(12).toString('hex')}`, object: 'event', type, livemode }
  const body = JSON.stringify({ ...event, created: seconds(at), data: { object } })
  const signature = createHmac('sha256', webhookSecret)
    .update(`${seconds(at)}.${body}`)
    .digest('hex')
  return {
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds(at)},v1=${signature}` },
    body,
  }
}

export function stripeSession(gatewayPayment: GatewayPayment): Json {
  const isPaid = gatewayPayment.paidAt !== null
  return {
    id: gatewayPayment.extra.session,
    object: 'checkout.session',
    amount_subtotal: gatewayPayment.totalMinor,
    client_reference_id: gatewayPayment.number,
    metadata: { attempt_id: gatewayPayment.number },
    amount_total: amountOf(gatewayPayment),
    created: seconds(gatewayPayment.createdAt),
    currency: gatewayPayment.currency.toLowerCase(),
    mode: 'payment',
    payment_method_types: ['card'],
    payment_status: isPaid ? 'paid' : 'unpaid',
    // A bank may still decline the payment after the checkout session is complete.
    status:
      isPaid || gatewayPayment.extra.declined ? 'complete' : gatewayPayment.closedAt !== null ? 'expired' : 'open',
    payment_intent: isPaid ? `pi_${gatewayPayment.txn}` : null,
    customer_details: isPaid ? billingDetails(gatewayPayment) : null,
    expires_at: seconds(gatewayPayment.expiresAt),
    livemode: false,
    url: isPaid || gatewayPayment.closedAt !== null ? null : gatewayPayment.extra.url,
  }
}
const billingDetails = (gatewayPayment: GatewayPayment): Json => {
  const { name, email, phone, street, city, postalCode } = cardHolderOf(gatewayPayment.txn)
  const address = { line1: street, line2: null, city, state: null, postal_code: postalCode, country: 'CN' }
  return { name, email, phone, address }
}
const chargeOf = (gatewayPayment: GatewayPayment): Json => ({
  id: `ch_${gatewayPayment.txn}`,
  object: 'charge',
  paid: gatewayPayment.paidAt !== null,
  created: seconds(gatewayPayment.paidAt ?? 0),
  amount: gatewayPayment.paidMinor,
  amount_refunded: refundedMinor(gatewayPayment),
  currency: gatewayPayment.currency.toLowerCase(),
  payment_intent: `pi_${gatewayPayment.txn}`,
  metadata: { attempt_id: gatewayPayment.number },
  billing_details: billingDetails(gatewayPayment),
  receipt_email: cardHolderOf(gatewayPayment.txn).email,
  payment_method_details: {
    type: 'card',
    card: { fingerprint: payerOf(gatewayPayment), brand: 'visa', last4: '4242' },
  },
})
const refundStates = { pending: 'pending', failed: 'failed' } as const
export const stripeRefund = (gatewayPayment: GatewayPayment, refund: GatewayRefund): Json => ({
  id: `re_${refund.txn}`,
  object: 'refund',
  amount: refund.amountMinor,
  currency: gatewayPayment.currency.toLowerCase(),
  payment_intent: `pi_${gatewayPayment.txn}`,
  metadata: { refund_id: refund.number, attempt_id: gatewayPayment.number },
  charge: `ch_${gatewayPayment.txn}`,
  status: refund.state ? refundStates[refund.state] : 'succeeded',
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  balance_transaction: `txn_${refund.txn}`,
  destination_details: {
    type: 'card',
    card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
  },
  ...(refund.state === 'failed' && {
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: `txn_${refund.txn}`,
  }),
  created: seconds(refund.at),
})

const disputeOf = (gatewayPayment: GatewayPayment, status: string, created: number): Json => ({
  id: `dp_${gatewayPayment.txn}_${gatewayPayment.disputes}`,
  object: 'dispute',
  amount: gatewayPayment.disputedMinor ?? gatewayPayment.paidMinor,
  currency: gatewayPayment.currency.toLowerCase(),
  charge: `ch_${gatewayPayment.txn}`,
  payment_intent: `pi_${gatewayPayment.txn}`,
  status,
  evidence: {
    customer_name: cardHolderOf(gatewayPayment.txn).name,
    customer_email_address: cardHolderOf(gatewayPayment.txn).email,
    billing_address: cardHolderOf(gatewayPayment.txn).street,
  },
  created: seconds(created),
})

export const stripeWire = ({ webhookSecret }: StripeKeys): Wire => ({
  write(gatewayPayment, { kind, end, refund }, now) {
    const write = (type: string, object: Json) =>
      writeStripeEvent(webhookSecret, type, object, { at: kind === 'paid' ? (gatewayPayment.paidAt ?? now) : now })
    switch (kind) {
      case 'paid':
        // The event is stamped with the real current time, although its payment may have another time by the
        // simulator's clock.
        return writeStripeEvent(webhookSecret, 'checkout.session.completed', stripeSession(gatewayPayment))
      case 'closed':
        return write(
          gatewayPayment.extra.declined ? 'checkout.session.async_payment_failed' : 'checkout.session.expired',
          stripeSession(gatewayPayment),
        )
      case 'refunded':
        return write('charge.refunded', chargeOf(gatewayPayment))
      case 'refund_settled':
        return refund
          ? write(refund.state === 'failed' ? 'refund.failed' : 'refund.updated', stripeRefund(gatewayPayment, refund))
          : null
      case 'disputed':
        return write('charge.dispute.created', disputeOf(gatewayPayment, 'needs_response', now))
      case 'dispute_closed':
        return write(
          'charge.dispute.closed',
          disputeOf(gatewayPayment, end ?? 'lost', gatewayPayment.disputedAt ?? now),
        )
    }
  },
})

const refuse = (status: number, type: string, code: string): Answer => ({
  status,
  body: { error: { type, code, message: code } },
})
const invalid = (code: string) => refuse(400, 'invalid_request_error', code)
const missing = () => refuse(404, 'invalid_request_error', 'resource_missing')
const refusalOf = (reason: Reason): Answer => (reason === 'unknown' ? missing() : invalid(reason))

export function registerStripe(app: FastifyInstance, { fakeGateway, faults }: Counter, keys: StripeKeys): void {
  /** Earlier requests with their answers, by Idempotency-Key. */
  const answered = new Map<string, { hash: string; answer: Answer }>()

  const answerTo = (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: (form: Record<string, string>) => Answer,
  ) =>
    withFaults(
      faults,
      name,
      { request, reply },
      {
        perform: (): Answer => {
          if (request.headers.authorization !== `Bearer ${keys.secretKey}`)
            return refuse(401, 'invalid_request_error', 'api_key')
          const form = (request.body ?? {}) as Record<string, string>
          const key = request.headers['idempotency-key']
          const hash = createHash('sha256')
            .update(JSON.stringify([request.url, form]))
            .digest('hex')
          const known = typeof key === 'string' ? answered.get(key) : undefined
          if (known && known.hash !== hash) return refuse(400, 'idempotency_error', 'idempotency_key_in_use')
          if (known) return known.answer
          const answer = orRefusal(() => perform(form), refusalOf)
          if (typeof key === 'string') answered.set(key, { hash, answer })
          return answer
        },
        refuse: refusalOf,
        quota: () => invalid('livemode_mismatch'),
        systemError: () => ({
          status: 500,
          body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
        }),
        answer: ({ status, body }, wrong) =>
          // Stripe does not sign answers; TLS and the API key protect them. The fault of an answer about another object
          // must still be detected by the shop.
          reply
            .code(status)
            .send(
              wrong === 'another'
                ? { ...body, client_reference_id: '01JCANOTHERTRADE0000000000', metadata: {}, data: [] }
                : body,
            ),
      },
    )

  app.post('/v1/checkout/sessions', (request, reply) =>
    answerTo('create', request, reply, (form) => {
      const number = form.client_reference_id ?? ''
      const totalMinor = Number(form['line_items[0][price_data][unit_amount]'])
      const currency = form['line_items[0][price_data][currency]']?.toUpperCase()
      const expiresAt = Number(form.expires_at) * 1000
      if (form.mode !== 'payment' || !number || !(totalMinor > 0) || (currency !== 'CNY' && currency !== 'USD'))
        return invalid('parameter_invalid')
      if (expiresAt < Date.now() + 30 * 60_000 || expiresAt > Date.now() + 24 * 3_600_000) return invalid('expires_at')
      if (!['card', 'alipay', 'wechat_pay'].includes(form['allowed_payment_method_types[0]'] ?? ''))
        return invalid('payment_method')
      const session = `cs_test_${randomBytes(12).toString('hex')}`
      const gatewayPayment = fakeGateway.open({
        number,
        subject: form['line_items[0][price_data][product_data][name]'] ?? '',
        currency,
        totalMinor,
        notifyUrl: `${new URL(form.success_url ?? '').origin}/webhooks/stripe`,
        returnUrl: form.success_url ?? '',
        expiresAt,
        extra: { session, cancelUrl: form.cancel_url ?? '' },
      })
      fakeGateway.remember(gatewayPayment, { url: `http://${request.host}${cashierPath('stripe', gatewayPayment)}` })
      return { status: 200, body: stripeSession(gatewayPayment) }
    }),
  )
  const bySession = (session: string): GatewayPayment => {
    const gatewayPayment = fakeGateway.gatewayPayments.find(({ extra }) => extra.session === session)
    if (!gatewayPayment) throw new GatewayRefusal('unknown')
    return gatewayPayment
  }
  app.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', (request, reply) =>
    answerTo('query', request, reply, () => ({ status: 200, body: stripeSession(bySession(request.params.id)) })),
  )
  app.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', (request, reply) =>
    answerTo('close', request, reply, () => {
      const gatewayPayment = bySession(request.params.id)
      fakeGateway.close(gatewayPayment)
      return { status: 200, body: stripeSession(gatewayPayment) }
    }),
  )
  app.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
    '/v1/payment_intents/:id',
    (request, reply) =>
      answerTo('payer', request, reply, () => {
        const gatewayPayment = fakeGateway.findByTxn(request.params.id.slice(3))
        if (!gatewayPayment || gatewayPayment.paidAt === null) return missing()
        const charge = chargeOf(gatewayPayment)
        const isWhole = Object.values(request.query).includes('latest_charge')
        const latest = isWhole ? charge : charge.id
        return {
          status: 200,
          body: { id: request.params.id, object: 'payment_intent', status: 'succeeded', latest_charge: latest },
        }
      }),
  )
  app.post('/v1/refunds', (request, reply) =>
    answerTo('refund', request, reply, (form) => {
      const gatewayPayment = fakeGateway.findByTxn((form.payment_intent ?? '').slice(3))
      const number = form['metadata[refund_id]']
      if (!gatewayPayment || !number) return missing()
      return {
        status: 200,
        body: stripeRefund(gatewayPayment, fakeGateway.refund(gatewayPayment, number, Number(form.amount)).refund),
      }
    }),
  )
  app.get<{ Querystring: Page }>('/v1/charges', (request, reply) =>
    answerTo('bill', request, reply, () =>
      pageOf(
        fakeGateway.gatewayPayments.filter(({ paidAt }) => paidAt !== null).map(chargeOf),
        request.query,
        fakeGateway,
      ),
    ),
  )
  app.get<{ Querystring: Page }>('/v1/disputes', (request, reply) =>
    answerTo('disputes', request, reply, () =>
      pageOf(
        fakeGateway.gatewayPayments
          .filter(({ disputedAt }) => disputedAt !== null)
          .map((gatewayPayment) =>
            disputeOf(gatewayPayment, gatewayPayment.disputeEnd ?? 'needs_response', gatewayPayment.disputedAt ?? 0),
          ),
        request.query,
        fakeGateway,
      ),
    ),
  )
  app.get<{ Querystring: Page & { payment_intent?: string } }>('/v1/refunds', (request, reply) =>
    answerTo(request.query.payment_intent === undefined ? 'bill' : 'refund-query', request, reply, () => {
      const { payment_intent: intent } = request.query
      const owners = fakeGateway.gatewayPayments.filter(({ txn }) => intent === undefined || txn === intent.slice(3))
      const made = owners.flatMap((owner) => owner.refunds.map((refund) => stripeRefund(owner, refund)))
      return pageOf(made, request.query, fakeGateway)
    }),
  )
}

type Page = { 'created[gte]'?: string; 'created[lt]'?: string; limit?: string; starting_after?: string }

/**
 * Page of a list. The configured layout may shorten pages or break the list off: the second page is then empty although
 * the first announced more.
 */
function pageOf(all: readonly Json[], query: Page, { layout }: Pick<FakeGateway, 'layout'>): Answer {
  const within = all
    .filter(({ created }) => Number(created) >= Number(query['created[gte]'] ?? 0))
    .filter(({ created }) => Number(created) < Number(query['created[lt]'] ?? Infinity))
    .toReversed()
  const from = query.starting_after ? within.findIndex(({ id }) => id === query.starting_after) + 1 : 0
  const size = layout.parts > 1 ? 1 : Number(query.limit ?? 10)
  const data = layout.isCut && from > 0 ? [] : within.slice(from, from + (layout.isCut ? 1 : size))
  if (layout.isCut) return { status: 200, body: { object: 'list', data, has_more: true } }
  const shown = inLayout(data, layout)
  return { status: 200, body: { object: 'list', data: shown, has_more: from + data.length < within.length } }
}
