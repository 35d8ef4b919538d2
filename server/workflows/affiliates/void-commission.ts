import { listOfOrder, setVoid, sumPaidOut } from '#server/modules/payouts/commissions.queries.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'

/** What an affiliate loses by it, in US cents; `paidMinor` of it was paid out, and is owed from now on. */
export type TakenBack = { readonly affiliateId: string; readonly amountMinor: number; readonly paidMinor: number }

/**
 * Takes the commission of an order back for good: a row that brings it to nothing, whatever is paid or refunded of the order later.
 * The affiliate reads why. Null where none stands. The caller holds the order.
 */
export async function takeCommissionBack(tx: Transaction, orderId: string, reason: string): Promise<TakenBack | null> {
  const rows = await listOfOrder(tx, orderId)
  const [first] = rows
  const amountMinor = rows.reduce((sum, row) => sum + row.amountMinor, 0)
  if (!first || amountMinor <= 0) return null
  const { affiliateId } = first
  const paidMinor = (await sumPaidOut(tx, orderId)).minor
  await setVoid(tx, orderId, reason)
  await applyToReferral(tx, orderId)
  const left = (await listOfOrder(tx, orderId)).reduce((sum, row) => sum + row.amountMinor, 0)
  if (left !== 0) throw new Error(`the commission of order ${orderId} is ${left}, taken back`)
  const facts = { orderId, amountMinor, currency: 'USD', at: tx.now.toISOString(), reason, paidMinor } as const
  await tellPeople(tx, [{ userId: affiliateId, event: `aff-void:${orderId}`, template: 'aff-void', facts }])
  return { affiliateId, amountMinor, paidMinor }
}
