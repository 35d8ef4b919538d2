import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { BadNotification, ProviderSilent, type Fact } from './port.ts'

/** SHA-256, hex, of a value as JSON. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
const at = (seconds: number): Date => new Date(seconds * 1000)
/** Sessions that take no money have none. */
export function currencyOf(currency: string | null): string {
  if (currency !== null && typeof currency !== 'string') throw new BadNotification('a currency that is none')
  return (currency ?? '').toUpperCase()
}

/** A fingerprint is the same for one card or wallet, no matter who uses it, and says nothing else about it. */
export function payerOf(charge: string | Stripe.Charge | null): string | null {
  if (charge === null || typeof charge === 'string') return null
  const { card, alipay, wechat_pay: wechat } = charge.payment_method_details ?? {}
  return card?.fingerprint ?? alipay?.fingerprint ?? wechat?.fingerprint ?? null
}

/** `paidAt`: a session does not say when it was paid; the event or the question does, to the second or the poll. */
export function sessionFacts(session: Stripe.Checkout.Session, paidAt: Date, rawHash: string): Fact[] {
  const attemptId = session.client_reference_id
  // Sessions that others opened with the same account are none of ours.
  if (!attemptId) return []
  // A link for payments takes a reference from its address, but what is attached to a session only its maker states.
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
    // The running total of all refunds.
    refundId: null,
    amount: { amountMinor: charge.amount_refunded, currency: currencyOf(charge.currency) },
    ...said,
  },
]

/** One that was not asked for here has Stripe's own number. */
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

/** The buyer's bank said no, after the session was complete. */
const sessionRefused: Reader<Stripe.Checkout.Session> = (stated, said) =>
  sessionFacts({ ...stated, payment_status: 'unpaid', status: 'expired' }, said.at, said.rawHash).map((fact) => ({
    ...fact,
    kind: 'failed',
  }))

/** The cardholder's bank asks, and no money moved. Left unanswered it may become a dispute, under the same id. */
const inquiries = new Set<string>(['warning_needs_response', 'warning_under_review'])

/**
 * How a dispute ended, or null while it is open. An inquiry that was closed came to nothing. A prevented one was resolved by the card
 * network before it was filed: it took money only where its own movements say so, and what was refunded instead is stated as a refund.
 */
function endOf({ status, balance_transactions: moved }: Stripe.Dispute): 'won' | 'lost' | null {
  if (status === 'won' || status === 'warning_closed') return 'won'
  if (status === 'prevented') return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
  return status === 'lost' ? 'lost' : null
}

/** How a dispute stands; none for an inquiry. `said.at` counts where it is over. */
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

/** Every event that is read, by what it is about. The endpoint of the account has to be subscribed to each of them. */
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
  // An inquiry that becomes a dispute is told by an update.
  'charge.dispute.updated': disputeFacts,
  'charge.dispute.closed': disputeFacts,
} as const satisfies Partial<Record<Stripe.Event['type'], Reader<never>>>
export const stripeEvents: readonly string[] = Object.keys(readers)

/** The facts in an event; none where it is about nothing that changes money. */
export function factsOf(event: Stripe.Event, rawHash: string): Fact[] {
  if (!Object.hasOwn(readers, event.type)) return []
  const read = readers[event.type as keyof typeof readers] as Reader<unknown>
  return read(event.data.object, { at: at(event.created), rawHash })
}

/** What became of a refund. Throws ProviderSilent if it is another one. */
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
 * Null while it is on its way. A refund may fail weeks after it succeeded, when the bank sends it back; `at`: when it was
 * said, for nothing in it says when it failed.
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
