import { ulid } from 'ulid'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { idsIn } from '#server/modules/membership/membership.service.ts'
import { listReferredOrders } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { decidePayment, type Effects } from './decide-payment.rules.ts'
import { readPurchases } from './read-purchases.ts'
import { readSurroundings } from './read-surroundings.ts'
import { writeDecision } from './write-decision.ts'

/**
 * Updates the inviter's reward after a decision about the referral, which needs no payment. Includes the other orders
 * of the same group. The caller must hold the lock of the order or its group.
 */
export async function applyToReferral(tx: Transaction, orderId: string): Promise<void> {
  const ids = (await listReferredOrders(tx, orderId)).map(({ id }) => id)
  const effects: Effects<Group> = { change: null, group: null, times: [] }
  const known = await readSurroundings(tx, effects, await readPurchases(tx, ids))
  const decision = decidePayment(effects, known, { ...idsIn(tx), newRefundId: ulid })
  await writeDecision(tx, decision, known.referrals, { actor: 'operator' })
}
