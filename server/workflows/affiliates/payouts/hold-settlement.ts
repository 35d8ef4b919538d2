import { lockAffiliate, type Affiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { findPayoutFault, netMinor } from '#server/modules/settlements/settlements.rules.ts'
import {
  findSettlement,
  lockSettlement,
  sumTakenBack,
  type Settlement,
} from '#server/modules/settlements/settlements.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { SettlementRefused } from './settlement-refused.ts'

export type HeldSettlement = {
  readonly settlement: Settlement
  readonly affiliate: Affiliate
  readonly fault: ReturnType<typeof findPayoutFault>
  /** What of it is still owed. */
  readonly netMinor: number
}

/**
 * Holds the affiliate and then the settlement, so that nothing of either changes, and reckons anew what is owed: neither a
 * refund nor a suspension comes between this and the end of the transaction. Throws SettlementRefused where there is none.
 */
export async function holdSettlement(tx: Transaction, id: string): Promise<HeldSettlement> {
  const affiliateId = (await findSettlement(tx, id))?.affiliateId
  const affiliate = affiliateId === undefined ? undefined : await lockAffiliate(tx, affiliateId)
  const settlement = await lockSettlement(tx, id)
  if (!settlement || !affiliate) throw new SettlementRefused('There is no such settlement.')
  const { amountMinor } = settlement
  const stand = { amountMinor, takenBackMinor: (await sumTakenBack(tx, affiliate.userId)).minor }
  const fault = findPayoutFault({ ...stand, isSuspended: affiliate.state !== 'approved' })
  return { settlement, affiliate, fault, netMinor: netMinor(stand) }
}

export function requireState(settlement: Settlement | undefined, state: Settlement['state']): Settlement {
  if (!settlement) throw new SettlementRefused('There is no such settlement.')
  if (settlement.state !== state) throw new SettlementRefused(`This settlement is ${settlement.state}, not ${state}.`)
  return settlement
}
