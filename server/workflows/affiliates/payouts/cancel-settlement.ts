import { recordAction } from '#server/modules/audit/audit.service.ts'
import { beginUndoing } from '#server/modules/settlements/draw-up.queries.ts'
import { findSettlement, type Settlement } from '#server/modules/settlements/settlements.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { PayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { holdSettlement } from './hold-settlement.ts'
import { SettlementRefused } from './settlement-refused.ts'
import { freeCommissions } from './undo-settlement.ts'

/** In how large steps the commissions are freed. */
const step = 5_000

export type Cancellation = {
  readonly id: string
  readonly operator: Operator
  readonly reason: string
  /** The operator's word that nothing was sent; without it an approved settlement stays. */
  readonly isNotSent?: boolean
  readonly dryRun?: boolean
}
/** What the look at the chain came to; null: none was needed, or no node is configured for it. */
export type CancelLook = 'none' | 'incomplete' | null

/**
 * Gives up a settlement that is not paid; its commissions wait for the next one. From an approved one money may have left:
 * the operator states that it did not, and where a node is configured its chain is looked at. Throws SettlementRefused.
 */
export async function cancelOpenSettlement(
  database: Database,
  search: PayoutSearch,
  { id, operator, reason, isNotSent = false, dryRun = false }: Cancellation,
): Promise<{ amountMinor: number; look: CancelLook }> {
  const seen = await findSettlement(database, id)
  // The chain is asked before, and outside, the transaction.
  const look = seen?.state === 'approved' ? await lookForPayout(search, seen, isNotSent) : null
  const amountMinor = await database.transaction(async (tx) => {
    const { settlement } = await holdSettlement(tx, id)
    if (settlement.state === 'undoing') return settlement.amountMinor
    if (settlement.state !== seen?.state || (settlement.state !== 'prepared' && settlement.state !== 'approved'))
      throw new SettlementRefused(`This settlement is ${settlement.state}: it cannot be given up.`)
    if (dryRun) return settlement.amountMinor
    await beginUndoing(tx, id, { by: operator, reason })
    const details = { reason, was: settlement.state, ...(settlement.state === 'approved' && { isNotSent, look }) }
    await recordAction(tx, { operator, action: 'settlement-cancel', subject: `settlement ${id}`, details })
    return settlement.amountMinor
  })
  if (!dryRun) await freeCommissions(database, id, step)
  return { amountMinor, look }
}

async function lookForPayout(search: PayoutSearch, settlement: Settlement, isNotSent: boolean): Promise<CancelLook> {
  const { chain, address, amountMinor, approvedAt } = settlement
  if (!isNotSent)
    throw new SettlementRefused(
      'This settlement is approved: it may have been sent. Look, and state with --not-sent that it was not; or record it with "settlement paid".',
    )
  if (!chain || !address || !approvedAt) return null
  const found = await search({ chain, address, amountMinor, approvedAt })
  if (found === 'unreachable') throw new SettlementRefused('No node of this chain answers. Try again later.')
  if (found !== null && typeof found === 'object')
    throw new SettlementRefused(
      `Exactly this amount went to ${address} since the approval, by ${found.found}. Record it with "settlement paid".`,
    )
  return found
}
