import { money } from '#shared/money.ts'
import {
  claimDoneRefunds,
  listSlowRefunds,
  setRefundDenied,
  type DoneRefund,
} from '#server/modules/payments/refund-looks.queries.ts'
import { findAttempt, findRefund, type Refund } from '#server/modules/payments/payments.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Fact, ProviderId } from '#server/modules/payments/providers/port.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

const batch = 8
const runMs = 15_000

/**
 * Queries completed refunds again, because a bank may return the money weeks later and not every provider reports that.
 * Refunds that failed are reversed in the ledger and reviewed.
 */
export async function recheckRefunds(deps: PaymentDeps, provider: ProviderId, signal: AbortSignal): Promise<void> {
  await reviewSlow(deps, provider)
  const until = performance.now() + runMs
  for (let taken = batch; taken === batch && performance.now() < until && !signal.aborted;) {
    const done = await claimDoneRefunds(deps.database, provider, batch)
    const results = await Promise.allSettled(done.map((refund) => recheckRefund(deps, refund)))
    for (const result of results)
      if (result.status === 'rejected')
        deps.log.warn({ err: result.reason as unknown }, 'a refund that is done could not be looked at')
    taken = done.length
  }
}

async function recheckRefund({ database, payments }: PaymentDeps, done: DoneRefund): Promise<void> {
  const { id: refundId, orderId, attemptId, deniedSince } = done
  const refund = await findRefund(database, refundId)
  const attempt = await findAttempt(database, attemptId)
  if (!refund || !attempt) throw new Error(`no refund ${refundId}`)
  const provider = payments.byId(done.provider)
  const ref = { id: attempt.id, amount: money(attempt.amountMinor, attempt.currency), providerRef: attempt.providerRef }
  const stated = await provider.queryRefund({ refundId, ref, providerTxnId: refund.providerTxnId })
  const settle = (fact: Fact) =>
    database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [fact], source: 'query' }))
  if (typeof stated !== 'string' && stated.kind === 'refund_failed') return void (await settle(stated))
  if (stated !== 'not_found') return void (await setRefundDenied(database, refundId, null))
  // A single "not found" about a refund proves nothing, because the provider's records may lag.
  if (deniedSince === null) return void (await database.transaction((tx) => setRefundDenied(tx, refundId, tx.now)))
  if (provider.caps.deniesFailedRefunds) return void (await settle(deniedFact(done, refund)))
  await database.transaction((tx) =>
    openReview(tx, { orderId, attemptId, reason: 'denied_refund', subject: refundId, details: { refundId } }),
  )
}

const deniedFact = (
  { provider, attemptId }: DoneRefund,
  { id, providerTxnId, amountMinor, currency }: Refund,
): Fact => ({
  provider,
  kind: 'refund_failed',
  attemptId,
  providerTxnId,
  refundId: id,
  failure: 'the provider knows no such refund',
  amount: { amountMinor, currency },
  at: new Date(),
  rawHash: '',
})

async function reviewSlow({ database }: PaymentDeps, provider: ProviderId): Promise<void> {
  for (const { id, orderId, attemptId, ...details } of await listSlowRefunds(database, provider, 50))
    await database.transaction((tx) =>
      openReview(tx, {
        orderId,
        attemptId,
        reason: 'refund_slow',
        subject: id,
        details: { refundId: id, provider, ...details },
      }),
    )
}
