import { lockAffiliates, type Affiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { addressKey, findPayoutFault, netMinor } from '#server/modules/payouts/payouts.rules.ts'
import {
  listAffiliatesOf,
  listHolders,
  listOwed,
  lockPayouts,
  type Payout,
} from '#server/modules/payouts/payouts.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'
import { Refused, type Reason } from '#server/platform/act.ts'

export class PayoutRefused extends Refused {
  constructor(reason: Reason) {
    super('NotPossible', reason)
  }
}

export type LockedPayout = {
  readonly payout: Payout
  readonly affiliate: Affiliate
  readonly fault: ReturnType<typeof findPayoutFault>
  readonly netMinor: number
  readonly sharers: readonly number[]
}

export async function lockPayoutWithAffiliate(tx: Transaction, id: string): Promise<LockedPayout> {
  const [held] = await lockPayoutsWithAffiliates(tx, [id])
  if (!held) throw new PayoutRefused('payout.unknown')
  return held
}

/**
 * Locks affiliates, then payouts, and recomputes the amounts owed, so that no refund, suspension or new wallet address
 * can change them. Leaves out unknown ids.
 */
export async function lockPayoutsWithAffiliates(tx: Transaction, ids: readonly string[]): Promise<LockedPayout[]> {
  const owners = (await listAffiliatesOf(tx, ids)).map(({ affiliateId }) => affiliateId)
  const affiliates = new Map((await lockAffiliates(tx, owners)).map((each) => [each.userId, each]))
  const payouts = await lockPayouts(tx, ids)
  const owed = new Map((await listOwed(tx, ids)).map((each) => [each.id, each]))
  // Approval stores the wallet address in the payout. Before that, the affiliate's current wallet address applies.
  const keyOf = ({ address, affiliateId }: Payout) =>
    addressKey(address ?? affiliates.get(affiliateId)?.payoutAddress ?? '')
  const keys = [...new Set(payouts.map(keyOf))].filter((key) => key !== '')
  const holders = Map.groupBy(await listHolders(tx, keys), ({ address }) => address)
  return payouts.flatMap((payout) => {
    const [affiliate, counted] = [affiliates.get(payout.affiliateId), owed.get(payout.id)]
    if (!affiliate || !counted) return []
    const stand = {
      amountMinor: payout.amountMinor,
      linesMinor: counted.linesMinor,
      takenBackMinor: counted.takenBackMinor,
      isSuspended: affiliate.state !== 'approved',
      affiliateId: payout.affiliateId,
      holders: holders.get(keyOf(payout)) ?? [],
      restsUntil: payout.address === null ? affiliate.payoutRestsUntil : null,
    }
    const sharers = stand.holders.map(({ uid }) => uid)
    return [{ payout, affiliate, fault: findPayoutFault(stand, tx.now), netMinor: netMinor(stand), sharers }]
  })
}

export function requireState(payout: Payout | undefined, state: Payout['state']): Payout {
  if (!payout) throw new PayoutRefused('payout.unknown')
  if (payout.state !== state)
    throw new PayoutRefused(
      sentence('payout.inState', { state: sentence(`state.${payout.state}`), needed: sentence(`state.${state}`) }),
    )
  return payout
}
