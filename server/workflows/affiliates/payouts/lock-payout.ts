import { lockAffiliate, type Affiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { addressKey, findPayoutFault, netMinor } from '#server/modules/payouts/payouts.rules.ts'
import {
  findPayout,
  listHolders,
  lockPayout,
  sumLines,
  sumTakenBack,
  type Payout,
} from '#server/modules/payouts/payouts.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { PayoutRefused } from './payout-refused.ts'

export type LockedPayout = {
  readonly payout: Payout
  readonly affiliate: Affiliate
  readonly fault: ReturnType<typeof findPayoutFault>
  /** What of it is still owed. */
  readonly netMinor: number
  /** Account numbers of those who share its address. */
  readonly sharers: readonly number[]
}

/**
 * Holds the affiliate and then the settlement, so that nothing of either changes, and counts anew from its rows what is owed:
 * neither a refund nor a suspension nor another address comes between this and the end of the transaction. Throws PayoutRefused
 * where there is none.
 */
export async function lockPayoutWithAffiliate(tx: Transaction, id: string): Promise<LockedPayout> {
  const affiliateId = (await findPayout(tx, id))?.affiliateId
  const affiliate = affiliateId === undefined ? undefined : await lockAffiliate(tx, affiliateId)
  const payout = await lockPayout(tx, id)
  if (!payout || !affiliate) throw new PayoutRefused('There is no such settlement.')
  const { amountMinor } = payout
  // Once approved, the address stands whatever the affiliate says since.
  const address = payout.address ?? affiliate.payoutAddress
  const stand = {
    amountMinor,
    linesMinor: (await sumLines(tx, id)).minor,
    takenBackMinor: (await sumTakenBack(tx, affiliate.userId)).minor,
    isSuspended: affiliate.state !== 'approved',
    holders: address === null ? [] : await listHolders(tx, [addressKey(address)]),
    restsUntil: payout.address === null ? affiliate.payoutRestsUntil : null,
  }
  const sharers = stand.holders.map(({ uid }) => uid)
  return { payout, affiliate, fault: findPayoutFault(stand, tx.now), netMinor: netMinor(stand), sharers }
}

export function requireState(payout: Payout | undefined, state: Payout['state']): Payout {
  if (!payout) throw new PayoutRefused('There is no such settlement.')
  if (payout.state !== state) throw new PayoutRefused(`This settlement is ${payout.state}, not ${state}.`)
  return payout
}
