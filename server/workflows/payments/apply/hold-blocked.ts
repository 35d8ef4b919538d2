import { holdPayments, listNamedLate } from '#server/modules/payments/blocked-payers.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * What a blocked payer pays buys nothing until an operator has looked: it waits in the queue. Where the provider said only later who
 * paid, what was bought stays, and a person decides. The caller holds the order, and reads its money after this.
 */
export async function holdBlocked(
  tx: Transaction,
  orderId: string,
  facts: readonly Fact[],
  news: readonly Fact[],
): Promise<void> {
  const named = facts.flatMap((fact) =>
    fact.kind === 'paid' && fact.payer !== undefined
      ? [{ ...fact, isNew: news.includes(fact), payer: Buffer.from(fact.payer, 'hex') }]
      : [],
  )
  const fresh = named.filter(({ isNew }) => isNew)
  const known = named.filter(({ isNew }) => !isNew)
  const [, late] = await Promise.all([
    fresh.length > 0 ? holdPayments(tx, fresh) : 0,
    known.length > 0 ? listNamedLate(tx, known) : [],
  ])
  for (const { attemptId, providerTxnId } of late)
    await openReview(tx, {
      orderId,
      attemptId,
      reason: 'payer_blocked',
      subject: providerTxnId,
      details: { providerTxnId, stands: true },
    })
}
