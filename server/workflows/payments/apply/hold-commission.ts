import { createHash } from 'node:crypto'
import { explainHold } from '#shared/risk-rules.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { listOfOrder, setReview } from '#server/modules/payouts/commissions.queries.ts'
import { monthOf } from '#server/modules/payouts/commissions.rules.ts'
import type { Transaction } from '#server/platform/database.ts'

export async function notifyHeld(tx: Transaction, affiliateId: string, reviewReason: string): Promise<void> {
  const { why, words } = explainHold(reviewReason)
  const reason = words === null ? why : createHash('sha256').update(words).digest('hex').slice(0, 24)
  const event = `aff-held:${monthOf(tx.now)}:${reason}`
  const facts = { at: tx.now.toISOString(), why, reason: words }
  await notifyPeople(tx, [{ userId: affiliateId, event, template: 'aff-held', facts }])
}

/**
 * Holds an order's commission for review and returns the number of held rows. Amounts that are already in a payout are
 * not affected, but a reserve that is still withheld is. The caller must hold the order's lock.
 */
export async function holdForReview(tx: Transaction, orderId: string, reason: string): Promise<number> {
  const earned = await listOfOrder(tx, orderId)
  const [first] = earned
  const rows = first ? await setReview(tx, orderId, reason) : 0
  const left = earned.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (first && rows > 0 && left > 0) await notifyHeld(tx, first.affiliateId, reason)
  return rows
}
