import { lockAffiliate, type Affiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { findPayoutFault, netMinor } from '#server/modules/payouts/payouts.rules.ts'
import { findPayout, lockPayout, sumTakenBack, type Payout } from '#server/modules/payouts/payouts.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { PayoutRefused } from './payout-refused.ts'

export type LockedPayout = {
  readonly payout: Payout
  readonly affiliate: Affiliate
  readonly fault: ReturnType<typeof findPayoutFault>
  /** What of it is still owed. */
  readonly netMinor: number
}

/**
 * Holds the affiliate and then the settlement, so that nothing of either changes, and counts anew what is owed: neither a
 * refund nor a suspension comes between this and the end of the transaction. Throws PayoutRefused where there is none.
 */
export async function lockPayoutWithAffiliate(tx: Transaction, id: string): Promise<LockedPayout> {
  const affiliateId = (await findPayout(tx, id))?.affiliateId
  const affiliate = affiliateId === undefined ? undefined : await lockAffiliate(tx, affiliateId)
  const payout = await lockPayout(tx, id)
  if (!payout || !affiliate) throw new PayoutRefused('There is no such settlement.')
  const { amountMinor } = payout
  const stand = { amountMinor, takenBackMinor: (await sumTakenBack(tx, affiliate.userId)).minor }
  const fault = findPayoutFault({ ...stand, isSuspended: affiliate.state !== 'approved' })
  return { payout, affiliate, fault, netMinor: netMinor(stand) }
}

export function requireState(payout: Payout | undefined, state: Payout['state']): Payout {
  if (!payout) throw new PayoutRefused('There is no such settlement.')
  if (payout.state !== state) throw new PayoutRefused(`This settlement is ${payout.state}, not ${state}.`)
  return payout
}
