import { money } from '#shared/money.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { failRefund } from '#server/modules/payments/refunds.service.ts'
import {
  findAttempt,
  findRefund,
  markRefundSent,
  type Attempt,
  type Refund,
} from '#server/modules/payments/payments.queries.ts'
import { ProviderRefused, type Fact } from '#server/modules/payments/providers/port.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Job } from '#server/platform/jobs.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { refundFailed } from '#server/workflows/payments/apply/decide-messages.rules.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

/**
 * Sends a refund to its provider. Marks it as sent before the call, so that after a timeout or crash its state is
 * queried before it is sent again under the same number.
 */
export async function sendRefund({ database, payments }: PaymentDeps, job: Job): Promise<void> {
  const refund = await findRefund(database, String(job.payload.refundId))
  const attempt = refund && (await findAttempt(database, refund.attemptId))
  if (!refund || !attempt) throw new Error(`no refund ${String(job.payload.refundId)}`)
  if (refund.status === 'done' || refund.status === 'failed') return
  // Cryptocurrency refunds are sent by hand, because the server has no wallet keys. They stay open until an operator
  // records the blockchain transaction.
  if (attempt.provider === 'crypto') return
  const isFirst = (await markRefundSent(database, refund.id)) === 1
  try {
    const answer = await giveBack(payments, refund, attempt, isFirst)
    if (answer === 'pending') throw new Error(`refund ${refund.id} is on its way`)
    await database.transaction(async (tx) => {
      await applyPaymentFacts(tx, { orderId: refund.orderId, facts: [answer], source: 'query' })
      await job.completeIn(tx)
    })
  } catch (error) {
    // Only a rejected refund that the provider does not know fails here. A refund that the provider knows but that
    // failed arrives as a payment fact instead.
    if (!(error instanceof ProviderRefused)) throw error
    await database.transaction(async (tx) => {
      const order = await lockOrder(tx, refund.orderId)
      await failRefund(tx, refund, error.reason)
      await notifyPeople(tx, [refundFailed(order, refund, tx.now)])
      await applyPaymentFacts(tx, { orderId: refund.orderId, facts: [], source: 'query' })
      await job.completeIn(tx)
    })
  }
}

async function giveBack(
  payments: Payments,
  refund: Refund,
  attempt: Attempt,
  isFirst: boolean,
): Promise<Fact | 'pending'> {
  const provider = payments.byId(attempt.provider)
  const ref = { id: attempt.id, amount: money(attempt.amountMinor, attempt.currency), providerRef: attempt.providerRef }
  const { id: refundId, providerTxnId, currency, amountMinor, reason } = refund
  if (!isFirst) {
    const known = await provider.queryRefund({ refundId, ref, providerTxnId })
    if (known !== 'not_found') return known
  }
  try {
    return await provider.refund({ refundId, ref, providerTxnId, amount: { amountMinor, currency }, reason })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // Queries before recording a failure: if the provider did make the refund, sending it again would pay twice.
    const known = await provider.queryRefund({ refundId, ref, providerTxnId })
    if (known === 'not_found') throw error
    return known
  }
}
