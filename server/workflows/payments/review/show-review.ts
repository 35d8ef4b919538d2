import type { ActionOutput } from '#shared/contract/operator.ts'
import { reviewDecisions, type ReviewDecision } from '#shared/contract/operator/reviews.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { canPlanAgain } from '#server/modules/payments/refunds.service.ts'
import { findReview, listDecided, type FoundReview } from '#server/modules/payments/review-queue.queries.ts'
import { Refused } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { findFailedRefund } from '#server/workflows/payments/refunds/answer-failed-refund.ts'
import { findDisputes, holdsMoney } from './resolve-review.ts'
import { sentence } from '#text/sentence.ts'

const shownAlike = 5

export async function showReview(tx: Transaction, id: string): Promise<ActionOutput<'reviews.show'>> {
  const review = await findReview(tx, id)
  if (!review) throw new Refused('NotFound', sentence('review.unknown', { id }))
  const { reason, details, number, userId, takenBy, takenUntil, resolvedAt, resolution, resolvedBy } = review
  const [possible, alike, operators, uids] = await Promise.all([
    findPossible(tx, review),
    listDecided(tx, reason, shownAlike + 1),
    listOperators(tx),
    userId === null ? [] : listUids(tx, [userId]),
  ])
  const isTaken = takenBy !== null && takenUntil !== null && takenUntil > tx.now
  return {
    id,
    since: review.openedAt,
    order: number,
    user: uids[0]?.uid ?? null,
    reason,
    details,
    takenBy: isTaken ? (operators.find((each) => each.id === takenBy)?.name ?? null) : null,
    takenUntil: isTaken ? takenUntil : null,
    decided: resolvedAt,
    decision: resolution ?? '',
    by: resolvedBy ?? '',
    possible: [...possible],
    alike: alike
      .filter((each) => each.id !== id)
      .slice(0, shownAlike)
      .map((each) => ({
        id: each.id,
        order: each.number,
        details: each.details,
        decided: each.resolvedAt ?? review.openedAt,
        decision: each.resolution ?? '',
        by: each.resolvedBy ?? '',
      })),
  }
}

async function findPossible(tx: Transaction, review: FoundReview): Promise<readonly ReviewDecision[]> {
  if (review.resolvedAt !== null) return []
  const order = review.orderId === null ? undefined : await findOrder(tx, review.orderId)
  if (!order) return ['keep']
  const [isHeld, disputes, failed] = await Promise.all([
    holdsMoney(tx, review, order),
    findDisputes(tx, review, order),
    findFailedRefund(tx, review),
  ])
  const isPossible: Readonly<Record<ReviewDecision, boolean>> = {
    keep: !isHeld,
    // Does not offer a refund during a dispute, because it would pay twice.
    refund: disputes.length === 0,
    lost: disputes.length > 0,
    won: disputes.length > 0,
    retry: failed !== null && (await canPlanAgain(tx, order, failed)),
    settled: failed !== null,
  }
  return reviewDecisions.filter((decision) => isPossible[decision])
}
