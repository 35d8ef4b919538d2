import { ulid } from 'ulid'
import type { Money } from '#shared/money.ts'
import type { Transaction } from '#server/platform/database.ts'
import { foldPayments, refundableMinor, waitsForPerson } from './fold-payments.rules.ts'
import * as repo from './payments.repo.ts'
import { readMoney } from './read-money.ts'
import { openReview } from './reviews.service.ts'
import type { Refund } from './payments.queries.ts'

export type RefundPlan = { readonly ids: readonly string[]; readonly availableMinor: number }

/**
 * Plans to give `amountMinor` back from what was paid for the order, oldest payment first: a sum is one in the order's currency,
 * `all` is everything, in whatever currency it came. Under the order's lock, so
 * that all refunds together never exceed what came in. `ids` is empty if less than that is available. `undecided: 'keep'`
 * leaves alone each payment that waits for a person: contested, or with a refund that was refused for good.
 */
export async function planRefund(
  tx: Transaction,
  order: { id: string; total: Money },
  request: { amountMinor: number | 'all'; reason: string; requestedBy: string; undecided?: 'keep' },
): Promise<RefundPlan> {
  const { attempts, facts, refunds, paymentOutcome } = await readMoney(tx, order)
  const open = foldPayments(attempts, facts, refunds).flatMap((payment) => {
    if (request.undecided === 'keep' && waitsForPerson(payment)) return []
    const isMeant = request.amountMinor === 'all' || payment.currency === order.total.currency
    return isMeant && refundableMinor(payment) > 0 ? [{ ...payment, openMinor: refundableMinor(payment) }] : []
  })
  const availableMinor = open.reduce((total, payment) => total + payment.openMinor, 0)
  let left = request.amountMinor === 'all' ? availableMinor : request.amountMinor
  if (left <= 0 || left > availableMinor) return { ids: [], availableMinor }
  // Nothing is left of what bought the plan: what comes later buys it anew, or not.
  const isFinal = paymentOutcome.partsPay && left === availableMinor
  if (isFinal) await repo.markRefundsFinal(tx, order.id)
  const ids: string[] = []
  for (const { attemptId, providerTxnId, currency, openMinor, isPart } of open) {
    const amountMinor = Math.min(left, openMinor)
    if (amountMinor === 0) break
    const id = ulid()
    const { reason, requestedBy } = request
    await repo.insertRefund(tx, {
      id,
      orderId: order.id,
      attemptId,
      providerTxnId,
      currency,
      amountMinor,
      reason,
      requestedBy,
      beforeCredit: isPart && !paymentOutcome.partsPay,
      isFinal,
    })
    ids.push(id)
    left -= amountMinor
  }
  return { ids, availableMinor }
}

/** A refund that came to nothing, asked for again under a new number. Null where its money is not here any more. */
export async function planAgain(
  tx: Transaction,
  order: { id: string; total: Money },
  failed: Refund,
  request: { reason: string; requestedBy: string },
): Promise<string | null> {
  const { attempts, facts, refunds, paymentOutcome } = await readMoney(tx, order)
  const { attemptId, providerTxnId, currency, amountMinor } = failed
  const payment = foldPayments(attempts, facts, refunds).find(
    (known) => known.attemptId === attemptId && known.providerTxnId === providerTxnId,
  )
  if (!payment || refundableMinor(payment) < amountMinor) return null
  const id = ulid()
  const isFinal = paymentOutcome.partsPay && refundableMinor(payment) === amountMinor && failed.isFinal
  const about = { id, orderId: order.id, attemptId, providerTxnId, currency, amountMinor }
  await repo.insertRefund(tx, { ...about, ...request, beforeCredit: failed.beforeCredit, isFinal })
  return id
}

/** The provider said no for good: the money stays here, and a person has to look. */
export async function failRefund(tx: Transaction, refund: Refund, failure: string): Promise<void> {
  // A notification may have stated it as done by now: that is the truth then.
  if ((await repo.markRefundFailed(tx, refund.id, failure)) === 0) return
  const details = { refundId: refund.id, amountMinor: refund.amountMinor, currency: refund.currency, failure }
  const { orderId, attemptId, id: subject } = refund
  await openReview(tx, { orderId, attemptId, reason: 'refund_failed', subject, details })
}
