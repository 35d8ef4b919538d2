import { listSuspensions, shareAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { readTermsAt } from '#server/modules/catalog/affiliate-terms.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { findReferral } from '#server/modules/referrals/referrals.queries.ts'
import { findReward, insertReward, lockPaid } from '#server/modules/referrals/rewards.queries.ts'
import { freezeReward, hadBegun, wasSuspended } from '#server/modules/referrals/rewards.rules.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Writes down who earns by an order and at which rates, once, as it was when the order was paid: whoever was suspended then,
 * or was no affiliate yet, earns no commission by it, whatever becomes known later. The caller holds the order.
 */
export async function freezeOrderReward(
  tx: Transaction,
  { id: orderId, userId, currency, createdAt }: Order,
  paidAt: Date,
): Promise<void> {
  const referral = await findReferral(tx, userId)
  if (!referral || (await findReward(tx, orderId))) return
  const { inviterId } = referral
  // Held until this payment is committed: a suspension comes before all of it or after.
  const found = await shareAffiliate(tx, inviterId)
  const suspensions = found ? await listSuspensions(tx, inviterId) : []
  const isSuspended = found?.state === 'suspended' || wasSuspended(suspensions, paidAt)
  const wasAffiliate = found && (isSuspended || hadBegun(found.since, paidAt))
  const membership = await findMembership(tx, inviterId)
  const inviter = {
    affiliate: wasAffiliate ? { tier: found.tier, isSuspended } : null,
    isMember: Boolean(membership?.expiresAt && membership.expiresAt > tx.now),
    paidBefore: await lockPaid(tx, inviterId),
  }
  const reward = freezeReward(inviter, await readTermsAt(tx, createdAt), currency)
  await insertReward(tx, { ...reward, orderId, inviterId })
}
