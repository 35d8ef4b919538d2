import type { JobHandlers } from '#server/platform/jobs.ts'
import { compareYesterday } from './compare-bills.ts'
import { compareLately } from './compare-payments.ts'
import { expireOverdue } from './expire-order.ts'
import type { PaymentDeps } from './open-attempt.ts'
import { processProviderEvent } from './receive-notification.ts'
import { closeAttempt, reconcileDue } from './reconcile-attempt.ts'
import { sendRefund } from './send-refund.ts'

/** Everything about payments that happens without somebody waiting for it. */
export const paymentJobs = (deps: PaymentDeps): JobHandlers => ({
  'process-provider-event': (job) => processProviderEvent(deps, job),
  'send-refund': (job) => sendRefund(deps, job),
  'close-attempt': async (job) => {
    if ((await closeAttempt(deps, String(job.payload.attemptId))) === 'silent')
      throw new Error('the provider is silent')
  },
  'reconcile-payments': () => reconcileDue(deps),
  'expire-orders': () => expireOverdue(deps),
  'compare-bills': () => compareYesterday(deps),
  'compare-payments': (job) => compareLately(deps, job),
})

/** Kind → seconds from one run to the next. */
export const paymentSchedules = {
  'reconcile-payments': 5,
  'expire-orders': 10,
  'compare-payments': 86_400,
  // Bills of yesterday are made in the course of the morning.
  'compare-bills': 6 * 3_600,
} as const
