import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { findOpenReview, takeReview, type OpenReview } from '#server/modules/payments/review-queue.queries.ts'
import { isTakenFrom, takenUntil } from '#server/modules/payments/reviews.rules.ts'
import { done, refuse, Refused, type Act, type Acting } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

export async function refuseTaken(
  tx: Transaction,
  review: OpenReview,
  operator: Pick<Acting, 'id'>,
  preparedBy?: string,
): Promise<void> {
  if (!isTakenFrom(review, [operator.id, preparedBy], tx.now)) return
  const name = (await listOperators(tx)).find(({ id }) => id === review.takenBy)?.name ?? sentence('operator.another')
  const until = review.takenUntil?.toISOString().slice(11, 16) ?? ''
  throw new Refused('NotPossible', sentence('claim.takenBy', { operator: name, until }))
}

export const takeFromQueue: Act<'queue.take'> = async (tx, { id, leave = false, over = false }, operator) => {
  const found = await findOpenReview(tx, id)
  if (!found) return refuse('NotFound', sentence('review.unknown', { id }))
  const isOthers = isTakenFrom(found, [operator.id], tx.now)
  if (leave && !isTakenFrom(found, [], tx.now)) return refuse('NotPossible', 'claim.none')
  if (!over) await refuseTaken(tx, found, operator)
  const until = leave ? null : takenUntil(tx.now)
  // Two operators may take a review at the same time. The later one fails here and learns who has it.
  if ((await takeReview(tx, { id, by: leave ? null : operator.id, until, operatorId: operator.id, over })) === 0) {
    const now = await findOpenReview(tx, id)
    if (!now) return refuse('NotFound', sentence('review.unknown', { id }))
    await refuseTaken(tx, now, operator)
  }
  const details = { until, ...(isOthers && { from: found.takenBy }) }
  // Requires the finance role to take a review over from another operator; otherwise operators who may not decide could
  // keep reviews from those who may.
  return done({ about: found.reason, until }, `review ${id}`, details, {
    needs: isOthers ? { role: 'finance' } : null,
  })
}
