import { createHash } from 'node:crypto'
import { whyHeld } from '#shared/risk-rules.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { listOfOrder, setReview } from '#server/modules/payouts/commissions.queries.ts'
import { monthOf } from '#server/modules/payouts/commissions.rules.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Notifies an affiliate of held commissions, at most once a month and reason. */
export async function notifyHeld(tx: Transaction, affiliateId: string, reviewReason: string): Promise<void> {
  const { why, words } = whyHeld(reviewReason)
  const reason = words === null ? why : createHash('sha256').update(words).digest('hex').slice(0, 24)
  const event = `aff-held:${monthOf(tx.now)}:${reason}`
  const facts = { at: tx.now.toISOString(), why, reason: words }
  await notifyPeople(tx, [{ userId: affiliateId, event, template: 'aff-held', facts }])
}

/**
 * Holds an order's commission with a reason and notifies its affiliate. Returns the number of held rows; settled ones
 * are not affected. The caller holds the order.
 */
export async function holdForReview(tx: Transaction, orderId: string, reason: string): Promise<number> {
  const earned = await listOfOrder(tx, orderId)
  const [first] = earned
  const rows = first ? await setReview(tx, orderId, reason) : 0
  // No mail about fully reversed commissions.
  const left = earned.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (first && rows > 0 && left > 0) await notifyHeld(tx, first.affiliateId, reason)
  return rows
}
