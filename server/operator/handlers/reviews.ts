import type { reviewActions } from '#shared/contract/operator/reviews.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { decideReview } from '#server/workflows/payments/review/resolve-review.ts'
import type { HandlersOf } from '../handler.ts'
import { page } from '../page.ts'

const pageSize = 200

export const reviewHandlers: HandlersOf<typeof reviewActions> = {
  'reviews.list': async (database, { after = null }) =>
    page(
      await listOpenReviews(database, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, openedAt, orderId, reason, details }) => ({ id, since: openedAt, order: orderId, reason, details }),
    ),
  'reviews.decide': decideReview,
}
