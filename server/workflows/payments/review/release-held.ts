import { releaseHeld } from '#server/modules/payments/blocked-payers.queries.ts'
import { closeReviewOf } from '#server/modules/payments/review-queue.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'

export async function releaseHeldPayments(database: Database, job: Job): Promise<void> {
  const orderId = String(job.payload.orderId)
  const actor = String(job.payload.actor)
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const released = await releaseHeld(tx, orderId)
    for (const { attemptId, providerTxnId } of released)
      await closeReviewOf(
        tx,
        { orderId, attemptId, reason: 'payer_blocked', subject: providerTxnId },
        'its payer was unblocked',
        actor,
      )
    if (released.length > 0) await applyPaymentFacts(tx, { orderId, facts: [], source: 'operator', actor })
    await job.completeIn(tx)
  })
}
