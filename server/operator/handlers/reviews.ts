import type { reviewActions } from '#shared/contract/operator/reviews.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { decideReview } from '#server/workflows/payments/review/resolve-review.ts'
import { showReview } from '#server/workflows/payments/review/show-review.ts'
import { takeFromQueue } from '#server/workflows/payments/review/take-review.ts'
import { askFor } from '../ask-for.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'
import type { payerActions } from '#shared/contract/operator/payers.ts'
import { blockPayer, listPayers, unblockPayer } from '#server/workflows/payments/review/block-payers.ts'

const pageSize = 200

export const reviewHandlers: HandlersOf<typeof reviewActions> = {
  'reviews.list': async (database, { after = null }) => {
    const operators = new Map((await listOperators(database)).map(({ id, name }) => [id, name]))
    const now = new Date()
    return page(
      await listOpenReviews(database, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, openedAt, number, reason, details, takenBy, takenUntil }) => {
        const isTaken = takenBy !== null && takenUntil !== null && takenUntil > now
        return {
          id,
          since: openedAt,
          order: number,
          reason,
          details,
          takenBy: isTaken ? (operators.get(takenBy) ?? null) : null,
          takenUntil: isTaken ? takenUntil : null,
        }
      },
    )
  },
  'reviews.show': async (database, { id }) => found(await database.transaction((tx) => showReview(tx, id))),
  'queue.take': takeFromQueue,
  'reviews.decide': decideReview,
  'reviews.ask-decide': askFor('reviews.decide', decideReview),
}

export const payerHandlers: HandlersOf<typeof payerActions> = {
  'payers.list': listPayers,
  'payers.block': blockPayer,
  'payers.unblock': unblockPayer,
}
