import { listOfOrder, setVoid, sumPaidOut } from '#server/modules/payouts/commissions.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'

/** Loss of an affiliate in US cents. `paidMinor`: the part that was already paid out and is now owed back. */
export type Clawback = {
  readonly orderId: string
  readonly affiliateId: string
  readonly amountMinor: number
  readonly paidMinor: number
}

/**
 * Voids an order's commission for good, even one that a refund reduced to zero, because a won dispute would restore it.
 * Returns null if nothing was left to take back. The caller must hold the order's lock and call `notifyClawback`.
 */
export async function clawBackCommission(tx: Transaction, orderId: string, reason: string): Promise<Clawback | null> {
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

export async function notifyClawback(tx: Transaction, all: readonly Clawback[], event: string, reason: string) {
  const sum = (of: readonly Clawback[], what: 'amountMinor' | 'paidMinor') =>
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
  await notifyPeople(tx, messages)
}
