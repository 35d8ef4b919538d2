import { listOfOrder, setVoid, sumPaidOut } from '#server/modules/payouts/commissions.queries.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'

/** What an affiliate loses by it, in US cents; `paidMinor` of it was paid out, and is owed from now on. */
export type TakenBack = {
  readonly orderId: string
  readonly affiliateId: string
  readonly amountMinor: number
  readonly paidMinor: number
}

/**
 * Takes the commission of an order back for good: a row that brings it to nothing, whatever is paid or refunded of the order later.
 * Also what a refund has brought to nothing is void: a dispute that is won would bring it back. Null where none stands. The caller holds
 * the order, and tells (`tellTakenBack`).
 */
export async function takeCommissionBack(tx: Transaction, orderId: string, reason: string): Promise<TakenBack | null> {
  const rows = await listOfOrder(tx, orderId)
  const [first] = rows
  const amountMinor = rows.reduce((sum, row) => sum + row.amountMinor, 0)
  if (!first) return null
  if (amountMinor <= 0) {
    await setVoid(tx, orderId, reason)
    return null
  }
  const { affiliateId } = first
  const paidMinor = (await sumPaidOut(tx, orderId)).minor
  await setVoid(tx, orderId, reason)
  await applyToReferral(tx, orderId)
  const left = (await listOfOrder(tx, orderId)).reduce((sum, row) => sum + row.amountMinor, 0)
  if (left !== 0) throw new Error(`the commission of order ${orderId} is ${left}, taken back`)
  return { orderId, affiliateId, amountMinor, paidMinor }
}

/** Each affiliate reads once what was taken back of theirs, and why. `event`: what names this act. */
export async function tellTakenBack(tx: Transaction, all: readonly TakenBack[], event: string, reason: string) {
  const sum = (of: readonly TakenBack[], what: 'amountMinor' | 'paidMinor') =>
    of.reduce((total, each) => total + each[what], 0)
  const messages = [...Map.groupBy(all, ({ affiliateId }) => affiliateId)].map(([userId, of]) => ({
    userId,
    event,
    template: 'aff-void' as const,
    facts: {
      orderId: of[0]?.orderId ?? '',
      commissions: of.length,
      amountMinor: sum(of, 'amountMinor'),
      currency: 'USD' as const,
      at: tx.now.toISOString(),
      reason,
      paidMinor: sum(of, 'paidMinor'),
    },
  }))
  await tellPeople(tx, messages)
}
