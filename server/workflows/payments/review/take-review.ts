import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { findOpenReview, takeReview, type OpenReview } from '#server/modules/payments/review-queue.queries.ts'
import { isTakenFrom, takenUntil } from '#server/modules/payments/reviews.rules.ts'
import { done, refuse, Refused, type Act, type Acting } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'

/** `preparedBy`: whose proposal is being granted. Throws Refused where another operator works on it. */
export async function refuseTaken(
  tx: Transaction,
  review: OpenReview,
  operator: Pick<Acting, 'id'>,
  preparedBy?: string,
): Promise<void> {
  if (!isTakenFrom(review, [operator.id, preparedBy], tx.now)) return
  const name = (await listOperators(tx)).find(({ id }) => id === review.takenBy)?.name ?? 'Another operator'
  const until = review.takenUntil?.toISOString().slice(11, 16)
  throw new Refused('NotPossible', `${name} works on it until ${until} UTC.`)
}

/** Keeps an item of the queue for one operator, so that two do not decide about it, or leaves it to all again. `over`: also from another. */
export const takeFromQueue: Act<'queue.take'> = async (tx, { id, leave = false, over = false }, operator) => {
  const found = await findOpenReview(tx, id)
  if (!found) return refuse('NotFound', `No open item ${id}; see "reviews list".`)
  const isOthers = isTakenFrom(found, [operator.id], tx.now)
  if (!over) await refuseTaken(tx, found, operator)
  const until = leave ? null : takenUntil(tx.now)
  // Of two who take it at once, the later one sees that the other has it.
  if ((await takeReview(tx, { id, by: leave ? null : operator.id, until, operatorId: operator.id, over })) === 0) {
    const now = await findOpenReview(tx, id)
    if (!now) return refuse('NotFound', `No open item ${id}; see "reviews list".`)
    await refuseTaken(tx, now, operator)
  }
  const details = { until, ...(isOthers && { from: found.takenBy }) }
  // Else one who may only take an item could keep it from those who decide.
  return done({ about: found.reason, until }, `review ${id}`, details, {
    needs: isOthers ? { role: 'finance' } : null,
  })
}
