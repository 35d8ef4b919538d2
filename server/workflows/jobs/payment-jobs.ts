import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import type { Job, JobHandlers } from '#server/platform/jobs.ts'
import { compareOpenDays } from '#server/workflows/payments/review/compare-reports.ts'
import { compareLately } from '#server/workflows/payments/review/compare-payments.ts'
import { expireOrder, expireOverdue } from '#server/workflows/orders/expire-order.ts'
import { forgetPaymentTraces, forgetUnpaid } from '#server/workflows/orders/forget-unpaid.ts'
import { numberReceipts } from '#server/workflows/orders/read-receipt.ts'
import { destroyOldNotifications } from '#server/modules/payments/payment-traces.service.ts'
import { findDisputes } from '#server/workflows/payments/review/find-disputes.ts'
import type { PaymentDeps, ChainDeps } from '#server/deps/payment-deps.ts'
import { processProviderEvent } from '#server/workflows/payments/attempts/receive-notification.ts'
import { releaseHeldPayments } from '#server/workflows/payments/review/release-held.ts'
import { recheckRefunds } from '#server/workflows/payments/refunds/recheck-refunds.ts'
import { closeAttempt, reconcileDue, resendRefunds } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { refundLine } from '#server/workflows/payments/refunds/refund-batch.ts'
import { sendRefund } from '#server/workflows/payments/refunds/send-refund.ts'
import { expireGroup, cancelGroupOrder } from '#server/workflows/groups/expire-group.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { forgetIdleTransfers, forgetOldStrayDays } from '#server/modules/chains/idle-transfers.service.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'
import { recheckSent } from '#server/workflows/crypto/recheck-sent.ts'

export const paymentJobs = (deps: PaymentDeps): JobHandlers => ({
  'process-provider-event': (job) => processProviderEvent(deps, job),
  'refund-of-batch': (job) => refundLine(deps.database, job),
  'send-refund': (job) => sendRefund(deps, job),
  'close-attempt': async (job) => {
    if ((await closeAttempt(deps, String(job.payload.attemptId))) === 'silent')
      throw new Error('the provider is silent')
  },
  'expire-order': async (job) => void (await expireOrder(deps, String(job.payload.orderId))),
  'find-disputes': atProvider(deps, (provider, job) => findDisputes(deps, provider, job.signal)),
  'recheck-refunds': atProvider(deps, (provider, job) => recheckRefunds(deps, provider, job.signal)),
  'number-receipts': (job) => numberReceipts(deps.database, job.signal),
  'release-held-payments': (job) => releaseHeldPayments(deps.database, job),
  'expire-orders': () => expireOverdue(deps),
  'resend-refunds': () => resendRefunds(deps),
  'keep-notifications': () => destroyOldNotifications(deps.database),
  'forget-unpaid': () => forgetUnpaid(deps.database),
  'forget-payment-traces': () => forgetPaymentTraces(deps.database),
  'reconcile-payments': atProvider(deps, (provider, job) => reconcileDue(deps, provider, job.signal)),
  'compare-bills': atProvider(deps, (provider, job) => compareOpenDays(deps, provider, job)),
  'compare-payments': atProvider(deps, (provider, job) => compareLately(deps, provider, job)),
})

/** Handler of a recurring job of a payment provider. It ends without work once the provider's account was removed. */
const atProvider =
  ({ payments }: PaymentDeps, work: (provider: ProviderId, job: Job) => Promise<void>) =>
  async (job: Job): Promise<void> => {
    const provider = job.payload.provider as ProviderId
    if (payments.ids.includes(provider)) await work(provider, job)
  }

export const groupJobs = (deps: PaymentDeps): JobHandlers => ({
  'expire-group': (job) => expireGroup(deps, job),
  'cancel-group-order': (job) => cancelGroupOrder(deps, job),
})

/** Jobs that ask blockchains. They end without work while cryptocurrency is not accepted. */
export const chainJobs = (
  deps: Pick<ChainDeps, 'database' | 'log'> & { readonly chains?: Chains | null },
): JobHandlers => ({
  'recheck-sent': async () => {
    const { database, log, chains } = deps
    if (chains) await recheckSent({ database, log, chains })
  },
  'forget-idle-transfers': async () => {
    const { database, chains } = deps
    if (!chains) return
    await startSweep()((limit) => forgetIdleTransfers(database, chains, limit))
    await forgetOldStrayDays(database)
  },
})
