import { findAttempt, findPaidAttempt } from '#server/modules/payments/payments.queries.ts'
import { reviewUnknown, storeStatement } from '#server/modules/payments/reviews.service.ts'
import type { Fact, ProviderId } from '#server/modules/payments/providers/port.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

/**
 * Age up to which disputes are fetched, counted from their opening. Banks may open a dispute four months after the
 * payment, and take as long to decide.
 */
const lookBackMs = 240 * 86_400_000

/** Fetches a provider's disputes, in case a webhook was lost. Idempotent. */
export async function findDisputes(deps: PaymentDeps, provider: ProviderId, signal?: AbortSignal): Promise<void> {
  const { payments, log } = deps
  const { listDisputes } = payments.byId(provider)
  if (!listDisputes) return
  for (const fact of await listDisputes(new Date(Date.now() - lookBackMs))) {
    if (signal?.aborted) return
    await applyDispute(deps, fact).catch((error: unknown) =>
      log.error({ err: error, provider, dispute: fact.disputeId }, 'a dispute could not be settled'),
    )
  }
}

export async function applyDispute({ database }: PaymentDeps, fact: Fact): Promise<void> {
  const { provider, providerTxnId, disputeId } = fact
  const paid = await findPaidAttempt(database, provider, providerTxnId)
  const attempt = paid && (await findAttempt(database, paid.attemptId))
  await database.transaction(async (tx) => {
    if (attempt) {
      const facts = [{ ...fact, attemptId: attempt.id }]
      return applyPaymentFacts(tx, { orderId: attempt.orderId, facts, source: 'query' })
    }
    // Opens a review for a dispute of a payment that we do not know, because the money belongs to somebody.
    const text = JSON.stringify({ disputeId, providerTxnId, ...fact.amount })
    const id = await storeStatement(tx, { provider, eventId: `dispute ${disputeId ?? providerTxnId}`, text })
    if (id !== null) await reviewUnknown(tx, id, [fact])
  })
}
