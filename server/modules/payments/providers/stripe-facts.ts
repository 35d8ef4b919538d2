import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { BadNotification, ProviderRefused, ProviderSilent, type Fact } from './port.ts'

/** SHA-256, hex, of a value as JSON. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
const at = (seconds: number): Date => new Date(seconds * 1000)
const currencyOf = (currency: string | null): string => (currency ?? '').toUpperCase()

/** A fingerprint is the same for one card or wallet, whoever uses it, and says nothing else about it. */
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
  const base = { provider: 'stripe', attemptId, refundId: null, rawHash } as const
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

/** The facts in an event; none where it is about nothing that changes money. */
export function factsOf(event: Stripe.Event, rawHash: string): Fact[] {
  if (
    event.type === 'checkout.session.completed' ||
    event.type === 'checkout.session.async_payment_succeeded' ||
    event.type === 'checkout.session.expired'
  )
    return sessionFacts(event.data.object, at(event.created), rawHash)
  if (event.type === 'charge.refunded') {
    const charge = event.data.object
    return [
      {
        provider: 'stripe',
        kind: 'refunded',
        attemptId: charge.metadata.attempt_id ?? '',
        providerTxnId: idOf(charge.payment_intent),
        // The running total of all refunds.
        refundId: null,
        amount: { amountMinor: charge.amount_refunded, currency: currencyOf(charge.currency) },
        at: at(event.created),
        rawHash,
      },
    ]
  }
  if (event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed') {
    const dispute = event.data.object
    return [
      {
        provider: 'stripe',
        // An inquiry that was closed came to nothing.
        kind: dispute.status === 'won' || dispute.status === 'warning_closed' ? 'dispute_won' : 'disputed',
        attemptId: '',
        providerTxnId: idOf(dispute.payment_intent),
        refundId: null,
        disputeId: dispute.id,
        ...(dispute.status === 'lost' && { isLost: true }),
        amount: { amountMinor: dispute.amount, currency: currencyOf(dispute.currency) },
        at: at(event.type === 'charge.dispute.created' ? dispute.created : event.created),
        rawHash,
      },
    ]
  }
  return []
}

/** What became of a refund. Throws ProviderSilent if it is another one, ProviderRefused if it came to nothing. */
export function refundOf(
  refund: Stripe.Refund,
  about: { refundId: string; attemptId: string; providerTxnId: string },
): Fact | 'pending' {
  if (refund.metadata?.refund_id !== about.refundId || idOf(refund.payment_intent) !== about.providerTxnId)
    throw new ProviderSilent('an answer about another refund')
  if (refund.status === 'pending' || refund.status === 'requires_action') return 'pending'
  if (refund.status !== 'succeeded') throw new ProviderRefused(refund.failure_reason ?? String(refund.status))
  return {
    provider: 'stripe',
    kind: 'refunded',
    ...about,
    amount: { amountMinor: refund.amount, currency: currencyOf(refund.currency) },
    at: at(refund.created),
    rawHash: hashOf(refund),
  }
}
