import type { ledgerActions } from '#shared/contract/operator/ledger.ts'
import type { reviewActions } from '#shared/contract/operator/reviews.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { compareAll } from '#server/workflows/payments/review/compare-all.ts'
import { decideReview } from '#server/workflows/payments/review/resolve-review.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

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

export const ledgerHandlers: HandlersOf<typeof ledgerActions> = {
  async 'ledger.verify'(database, _input, _operator, { emit }) {
    const onProgress = (ordersRead: number) => emit({ ordersRead })
    const { balances, problems } = await verifyLedger(database, { onProgress })
    return found({
      balances: balances.map(({ account, currency, debitMinor: debit, creditMinor: credit }) => ({
        account,
        currency,
        debit,
        credit,
        balance: debit - credit,
      })),
      problems: [...problems],
    })
  },
  'payments.reconcile': compareAll,
}
