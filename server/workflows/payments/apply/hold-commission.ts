import { createHash } from 'node:crypto'
import { whyHeld } from '#shared/risk-rules.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import { listOfOrder, setReview } from '#server/modules/payouts/commissions.queries.ts'
import { monthOf } from '#server/modules/payouts/commissions.rules.ts'
import type { Transaction } from '#server/platform/database.ts'

/** An affiliate hears that something waits, once a month for each reason: however many commissions wait for it, that is one mail. */
export async function tellHeld(tx: Transaction, affiliateId: string, reviewReason: string): Promise<void> {
  const { why, words } = whyHeld(reviewReason)
  const reason = words === null ? why : createHash('sha256').update(words).digest('hex').slice(0, 24)
  const event = `aff-held:${monthOf(tx.now)}:${reason}`
  const facts = { at: tx.now.toISOString(), why, reason: words }
  await tellPeople(tx, [{ userId: affiliateId, event, template: 'aff-held', facts }])
}

/**
 * Has what an order earned wait, with a reason, and tells its affiliate. Returns how many rows wait; what is in a settlement has gone
 * its way. The caller holds the order.
 */
export async function holdForReview(tx: Transaction, orderId: string, reason: string): Promise<number> {
  const earned = await listOfOrder(tx, orderId)
  const [first] = earned
  const rows = first ? await setReview(tx, orderId, reason) : 0
  // What was taken back to the last cent is worth no mail.
  const left = earned.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (first && rows > 0 && left > 0) await tellHeld(tx, first.affiliateId, reason)
  return rows
}
