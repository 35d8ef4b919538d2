import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { decodeTime } from 'ulid'
import { within } from '#server/platform/deadline.ts'
import { isRecord } from '#server/platform/read-body.ts'
import { lazily, loadPackage } from '#server/platform/lazily.ts'
import { BadNotification, callTimeoutMs, ProviderRefused, ProviderSilent } from './port.ts'
import { disputeFacts, factsOf, hashOf, payerOf, refundOf, sessionFacts } from './stripe-facts.ts'
import { createStripeList } from './stripe-list.ts'
import { readPages } from './stripe-pages.ts'
import type { Fact, NewAttempt, Notification, PaymentProvider, RefundRequest, ReturnUrl } from './port.ts'
import type { Method } from '#shared/method.ts'

const stripeSdk = lazily(() => loadPackage('stripe') as typeof Stripe)

export type StripeConfig = { readonly secretKey: string; readonly webhookSecret: string; readonly endpoint: string }
type StripeOptions = { config: StripeConfig; returnUrl: ReturnUrl; timeoutMs?: number }

const skewSeconds = 300
const minute = 60_000
/** Stripe has no method of its own for UnionPay: UnionPay cards are paid like other cards. */
const methodTypes = { alipay: 'alipay', wechat: 'wechat_pay', unionpay: 'card', card: 'card' } as const

/**
 * End of the session in Unix seconds: ten minutes after the attempt's payment window, or after the half hour from
 * creation that Stripe requires, if that is later. The time depends only on the attempt, because an idempotency key
 * used with another time is rejected.
 */
const sessionEnd = (attempt: NewAttempt): number =>
  Math.ceil((Math.max(attempt.expiresAt.getTime(), decodeTime(attempt.id) + 30 * minute) + 10 * minute) / 1000)

/**
 * Hosted Checkout with one session per attempt. Accepts cards and, alternatively, Alipay, WeChat Pay and UnionPay
 * cards.
 */
export function createStripe({ config, returnUrl, timeoutMs = callTimeoutMs }: StripeOptions): PaymentProvider {
  const { protocol, hostname, port } = new URL(config.endpoint)
  const stripe = lazily(
    () =>
      new (stripeSdk())(config.secretKey, {
        protocol: protocol === 'http:' ? 'http' : 'https',
        host: hostname,
        port: port || (protocol === 'http:' ? 80 : 443),
        timeout: timeoutMs,
        // Turns off the library's retries, because the reconciler retries, and it queries the payment first.
        maxNetworkRetries: 0,
        telemetry: false,
      }),
  )
  const isLive = /^(sk|rk)_live_/.test(config.secretKey)

  /**
   * Uses its own timeout, and accepts only a Stripe object as success: the library's timeout restarts with each byte,
   * and it takes any JSON without "error" as success, whatever the HTTP status.
   */
  const call = async <T>(what: string, asked: Promise<T>, refusals?: Refusals): Promise<T> => {
    const answer: unknown = await orRefused(what, within(timeoutMs, asked), refusals)
    if (isRecord(answer) && typeof answer.object === 'string') return answer as T
    throw new ProviderSilent(`${what}: something else answers in its place`)
  }

  const read = (id: string) => call('session', stripe().checkout.sessions.retrieve(id), noRefusal)

  async function queryRefund({
    refundId,
    ref,
    providerTxnId,
  }: Pick<RefundRequest, 'refundId' | 'ref' | 'providerTxnId'>): Promise<Fact | 'pending' | 'not_found'> {
    const all = await readPages('refunds', (page) =>
      call('refunds', stripe().refunds.list({ payment_intent: providerTxnId, ...page }), noRefusal),
    )
    const found = all.find(({ metadata }) => metadata?.refund_id === refundId)
    return found ? refundOf(found, { refundId, attemptId: ref.id, providerTxnId }) : 'not_found'
  }

  return {
    id: 'stripe',
    caps: { currencies: ['CNY', 'USD'], canClose: true, partialRefund: true, minTtlSec: 1_800 },

    async create(attempt) {
      const method = methodTypes[attempt.method as Exclude<Method, 'crypto'>]
      const metadata = { attempt_id: attempt.id }
      const session = await call(
        'create',
        stripe().checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: attempt.id,
            metadata,
            payment_intent_data: { metadata },
            allowed_payment_method_types: [method],
            ...(method === 'wechat_pay' && { payment_method_options: { wechat_pay: { client: 'web' as const } } }),
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: attempt.amount.currency.toLowerCase(),
                  unit_amount: attempt.amount.amountMinor,
                  product_data: { name: attempt.subject },
                },
              },
            ],
            expires_at: sessionEnd(attempt),
            success_url: returnUrl(attempt.orderId),
            cancel_url: returnUrl(attempt.orderId, 'unpaid'),
          },
          { idempotencyKey: attempt.id },
        ),
      )
      if (!session.url || session.client_reference_id !== attempt.id)
        throw new ProviderSilent('an answer about another session')
      return { pay: { kind: 'redirect', url: session.url }, providerRef: session.id }
    },

    parseNotification({ raw, headers, now }): Notification {
      const signature = headers['stripe-signature'] ?? ''
      const event = verify(raw, signature)
      if (now && !isRecent(signature, now)) throw new BadNotification('not sent just now')
      if (event.livemode !== isLive) throw new BadNotification('of the other mode')
      // Rejects events of connected Stripe accounts, which are not ours.
      if (event.account !== undefined) throw new BadNotification('of another account')
      return { eventId: event.id, facts: factsOf(event, createHash('sha256').update(raw).digest('hex')) }
    },

    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: '{"received":true}' }
        : { status: outcome === 'retry' ? 503 : 400, body: '{"received":false}' },

    // An attempt without a session id may have a session whose answer was lost. The caller then creates it again, and
    // the same idempotency key returns the same session.
    async query(ref) {
      if (ref.providerRef === null) return 'not_found'
      const session = await read(ref.providerRef)
      if (session.client_reference_id !== ref.id) throw new ProviderSilent('an answer about another session')
      return sessionFacts(session, new Date(), hashOf(session))
    },

    async close(ref) {
      if (ref.providerRef === null) return 'not_found'
      try {
        const session = await call('expire', stripe().checkout.sessions.expire(ref.providerRef))
        if (session.id === ref.providerRef && session.status === 'expired') return 'closed'
        throw new ProviderSilent('an answer about another session')
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        // Stripe gives the same error for paid and expired sessions, so read which it is.
        const session = await read(ref.providerRef)
        if (session.payment_status === 'paid') return 'already_paid'
        if (session.status === 'expired') return 'closed'
        throw new ProviderSilent(`close: ${session.status}`, { cause: error })
      }
    },

    async refund(request) {
      const { refundId, ref, providerTxnId, amount } = request
      const refund = await call(
        'refund',
        stripe().refunds.create(
          {
            payment_intent: providerTxnId,
            amount: amount.amountMinor,
            metadata: { refund_id: refundId, attempt_id: ref.id },
          },
          { idempotencyKey: refundId },
        ),
        finalRefusals,
      )
      return refundOf(refund, { refundId, attemptId: ref.id, providerTxnId })
    },

    queryRefund,

    // Finds the payer by an extra query, because session events do not name the card.
    async findPayer(providerTxnId) {
      const intent = await call(
        'payer',
        stripe().paymentIntents.retrieve(providerTxnId, { expand: ['latest_charge'] }),
        noRefusal,
      )
      if (intent.id !== providerTxnId) throw new ProviderSilent('an answer about another payment')
      return payerOf(intent.latest_charge)
    },

    async listDisputes(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const all = await readPages('disputes', (page) =>
        call('disputes', stripe().disputes.list({ created, ...page }), noRefusal),
      )
      return all.flatMap((dispute) => disputeFacts(dispute, { at: new Date(), rawHash: hashOf(dispute) }))
    },

    listSettled: createStripeList(stripe, (what, answer) => call(what, answer, noRefusal)),
  }

  function verify(raw: Uint8Array, signature: string): Stripe.Event {
    try {
      // The library accepts timestamps in the future, so `isRecent` checks the time instead.
      return stripe().webhooks.constructEvent(Buffer.from(raw), signature, config.webhookSecret, 0)
    } catch (error) {
      throw new BadNotification('the signature is wrong', { cause: error })
    }
  }
}

/**
 * Checks the signed timestamp. Rejects a header with two timestamps, because the library might verify the other one.
 */
function isRecent(signature: string, now: Date): boolean {
  const times = signature.split(',').filter((part) => part.split('=')[0] === 't')
  const seconds = times.length === 1 ? /^t=(\d{1,12})$/.exec(times[0] ?? '')?.[1] : undefined
  return seconds !== undefined && Math.abs(now.getTime() / 1000 - Number(seconds)) <= skewSeconds
}

type Refusals = { has(code: string): boolean }
/** For queries no error counts as a refusal, because a failed query says nothing about the payment. */
const noRefusal: Refusals = new Set()
/**
 * Error codes after which a refund did not and will not happen under this idempotency key. After any other error it may
 * still happen.
 */
const finalRefusals: Refusals = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
  'payment_intent_unexpected_state',
  'resource_missing',
  'amount_too_large',
  'amount_too_small',
  'insufficient_funds',
  'balance_insufficient',
  'parameter_invalid_integer',
  'parameter_missing',
])

/**
 * Converts errors. Only a refusal of the request itself is final (with `refusals`: only those codes); lost connections,
 * server errors, rate limits and a wrong API key are ProviderSilent.
 */
async function orRefused<T>(what: string, answer: Promise<T>, refusals?: Refusals): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const refused =
      error instanceof stripeSdk().errors.StripeInvalidRequestError ||
      error instanceof stripeSdk().errors.StripeCardError
    if (refused && (!refusals || refusals.has(error.code ?? ''))) throw new ProviderRefused(error.code ?? error.type)
    throw new ProviderSilent(`${what}: ${error instanceof Error ? error.message.slice(0, 200) : 'failed'}`, {
      cause: error,
    })
  }
}
