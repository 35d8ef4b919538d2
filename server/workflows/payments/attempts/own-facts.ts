import { type Attempt } from '#server/modules/payments/payments.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/** True unless the provider says that the payment was made by another method than the buyer chose. */
export const isByItsMethod = ({ kind, method }: Fact, attempt: Attempt): boolean =>
  kind !== 'paid' || method === undefined || method === attempt.method

/** True if the payment fact belongs to our attempt, and not to a payment that somebody else opened under its number. */
export const isOfAttempt = ({ providerRef }: Fact, attempt: Attempt): boolean =>
  providerRef === undefined ||
  (providerRef !== '' && (attempt.providerRef === null || attempt.providerRef === providerRef))

/** Opens a review for money that was paid to somebody else's attempt, or by another method. Neither is credited. */
export async function reviewStrangers(tx: Transaction, attempt: Attempt, facts: readonly Fact[]): Promise<void> {
  for (const fact of facts.filter(({ kind }) => kind === 'paid')) {
    const { providerTxnId, providerRef, method } = fact
    const reason = !isOfAttempt(fact, attempt) ? 'other_opening' : isByItsMethod(fact, attempt) ? null : 'other_method'
    const said = reason === 'other_method' ? { expected: attempt.method, method } : { providerRef }
    if (reason !== null)
      await openReview(tx, {
        orderId: attempt.orderId,
        attemptId: attempt.id,
        reason,
        subject: providerTxnId,
        details: { providerTxnId, ...said, ...fact.amount },
      })
  }
}
