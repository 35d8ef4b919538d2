import { holdForErased, holdPayments, listNamedLate } from '#server/modules/payments/blocked-payers.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Holds payments of blocked payers and for erased accounts: they buy nothing and wait for review. If the payer becomes
 * known only after the purchase, the purchase stays and an operator decides. The caller must hold the order's lock. Its
 * first statement holds them, before the function waits for anything: what the caller starts next reads money without
 * them.
 */
export async function holdBlocked(
  tx: Transaction,
  orderId: string,
  facts: readonly Fact[],
  newFacts: readonly Fact[],
  isErased: boolean,
): Promise<void> {
  if (isErased)
    return void (await holdForErased(
      tx,
      newFacts.filter(({ kind }) => kind === 'paid'),
    ))
  const named = facts.flatMap((fact) =>
    fact.kind === 'paid' && fact.payer !== undefined
      ? [{ ...fact, isNew: newFacts.includes(fact), payer: Buffer.from(fact.payer, 'hex') }]
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
