import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { BadNotification, ProviderSilent, type Fact } from './port.ts'

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
const at = (seconds: number): Date => new Date(seconds * 1000)
/** Currency in upper case. Empty for a session without a payment. */
function currencyOf(currency: string | null): string {
  if (currency !== null && typeof currency !== 'string') throw new BadNotification('a currency that is none')
  return (currency ?? '').toUpperCase()
}

/**
 * Stripe's fingerprint of the card or wallet that paid. It stays the same whoever uses the card, and reveals nothing
 * else. Null if Stripe states none.
 */
export function payerOf(charge: string | Stripe.Charge | null): string | null {
  if (charge === null || typeof charge === 'string') return null
  const { card, alipay, wechat_pay: wechat } = charge.payment_method_details ?? {}
  return card?.fingerprint ?? alipay?.fingerprint ?? wechat?.fingerprint ?? null
}

/**
 * Facts of a checkout session. `paidAt`: time of the event or query, because a session does not contain its payment
 * time.
 */
export function sessionFacts(session: Stripe.Checkout.Session, paidAt: Date, rawHash: string): Fact[] {
  const attemptId = session.client_reference_id
  // Ignores sessions of the same Stripe account that were not opened by us.
  if (!attemptId) return []
  // Only metadata proves that we created the session: the buyer of a Stripe payment link can choose the reference in
  // its URL, but only the session's creator sets metadata.
  const providerRef = session.metadata?.attempt_id === attemptId ? session.id : ''
  const base = { provider: 'stripe', attemptId, providerRef, refundId: null, rawHash } as const
  if (session.payment_status === 'paid') {
    const providerTxnId = idOf(session.payment_intent)
    if (!providerTxnId || session.amount_total === null) throw new BadNotification('a payment without its number')
    const amount = { amountMinor: session.amount_total, currency: currencyOf(session.currency) }
    return [{ ...base, kind: 'paid', providerTxnId, amount, at: paidAt }]
  }
  if (session.status !== 'expired') return []
  const amount = { amountMinor: 0, currency: currencyOf(session.currency) }
  return [{ ...base, kind: 'closed', providerTxnId: session.id, amount, at: paidAt }]
}

type Said = { readonly at: Date; readonly rawHash: string }
type Reader<T> = (object: T, said: Said) => Fact[]

const totalRefunded: Reader<Stripe.Charge> = (charge, said) => [
  {
    provider: 'stripe',
    kind: 'refunded',
    attemptId: charge.metadata.attempt_id ?? '',
    providerTxnId: idOf(charge.payment_intent),
    // No refund id, because the amount is the running total of all refunds.
    refundId: null,
    amount: { amountMinor: charge.amount_refunded, currency: currencyOf(charge.currency) },
    ...said,
  },
]

/**
 * Fact of a refund. A refund that was not made by us, such as in Stripe's dashboard, is identified by Stripe's own id.
 */
const refundStated: Reader<Stripe.Refund> = (stated, said) => {
  const { id, metadata, payment_intent: intent } = stated
  const about = {
    refundId: metadata?.refund_id ?? id,
    attemptId: metadata?.attempt_id ?? '',
    providerTxnId: idOf(intent),
  }
  const fact = about.providerTxnId ? refundFact(stated, about, said) : null
  return fact ? [fact] : []
}

const sessionStated: Reader<Stripe.Checkout.Session> = (stated, { at: paidAt, rawHash }) =>
  sessionFacts(stated, paidAt, rawHash)

/** Fact of a session whose buyer completed it, but whose payment the bank refused afterwards. */
const sessionRefused: Reader<Stripe.Checkout.Session> = (stated, said) =>
  sessionFacts({ ...stated, payment_status: 'unpaid', status: 'expired' }, said.at, said.rawHash).map((fact) => ({
    ...fact,
    kind: 'failed',
  }))

/**
 * States of an inquiry by a bank. No money has moved yet; an unanswered inquiry may become a dispute with the same id.
 */
const inquiries = new Set<string>(['warning_needs_response', 'warning_under_review'])

/**
 * Result of a dispute; null while it is open. A closed inquiry counts as won. A `prevented` dispute was resolved before
 * filing: it took money only if balance transactions say so; refunds are stated separately.
 */
function endOf({ status, balance_transactions: moved }: Stripe.Dispute): 'won' | 'lost' | null {
  if (status === 'won' || status === 'warning_closed') return 'won'
  if (status === 'prevented') return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
  return status === 'lost' ? 'lost' : null
}

/** Facts of a dispute; none for an open inquiry. A dispute that has ended is dated by `said.at`. */
export function disputeFacts(dispute: Stripe.Dispute, said: Said): Fact[] {
  if (inquiries.has(dispute.status)) return []
  const end = endOf(dispute)
  return [
    {
      provider: 'stripe',
      kind: end === 'won' ? 'dispute_won' : 'disputed',
      attemptId: '',
      providerTxnId: idOf(dispute.payment_intent),
      refundId: null,
      disputeId: dispute.id,
      ...(end === 'lost' && { isLost: true }),
      amount: { amountMinor: dispute.amount, currency: currencyOf(dispute.currency) },
      at: end ? said.at : at(dispute.created),
      rawHash: said.rawHash,
    },
  ]
}

/** Event types that are read, each with its parser. The account's endpoint must subscribe to all of them. */
const readers = {
  'checkout.session.completed': sessionStated,
  'checkout.session.async_payment_succeeded': sessionStated,
  'checkout.session.async_payment_failed': sessionRefused,
  'checkout.session.expired': sessionStated,
  'charge.refunded': totalRefunded,
  'charge.refund.updated': refundStated,
  'refund.created': refundStated,
  'refund.updated': refundStated,
  'refund.failed': refundStated,
  'charge.dispute.created': disputeFacts,
  // An update event reports when an inquiry becomes a dispute.
  'charge.dispute.updated': disputeFacts,
  'charge.dispute.closed': disputeFacts,
} as const satisfies Partial<Record<Stripe.Event['type'], Reader<never>>>
export const stripeEvents: readonly string[] = Object.keys(readers)

/** Facts of an event; none if it changes no money or its type is not read. */
export function factsOf(event: Stripe.Event, rawHash: string): Fact[] {
  if (!Object.hasOwn(readers, event.type)) return []
  const read = readers[event.type as keyof typeof readers] as Reader<unknown>
  return read(event.data.object, { at: at(event.created), rawHash })
}

/** Result of a refund. Throws ProviderSilent if the answer is about another refund. */
export function refundOf(
  refund: Stripe.Refund,
  about: { refundId: string; attemptId: string; providerTxnId: string },
): Fact | 'pending' {
  if (refund.metadata?.refund_id !== about.refundId || idOf(refund.payment_intent) !== about.providerTxnId)
    throw new ProviderSilent('an answer about another refund')
  return refundFact(refund, about, { at: new Date(), rawHash: hashOf(refund) }) ?? 'pending'
}

const failed = new Set<string | null>(['failed', 'canceled'])

/**
 * Fact of a refund; null while the refund is pending. A refund may fail weeks after its success if the bank returns it.
 * `said.at` dates a failure, because a refund object only has the time of its creation.
 */
function refundFact(
  refund: Stripe.Refund,
  about: { refundId: string; attemptId: string; providerTxnId: string },
  said: { at: Date; rawHash: string },
): Fact | null {
  const amount = { amountMinor: refund.amount, currency: currencyOf(refund.currency) }
  const base = { provider: 'stripe', ...about, amount, rawHash: said.rawHash } as const
  if (refund.status === 'succeeded') return { ...base, kind: 'refunded', at: at(refund.created) }
  if (!failed.has(refund.status)) return null
  return { ...base, kind: 'refund_failed', failure: refund.failure_reason ?? String(refund.status), at: said.at }
}
