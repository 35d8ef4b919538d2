import { isViolation, type Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { OnChain } from './payout-check.ts'
import * as repo from './settlements.repo.ts'

export {
  cancel as cancelSettlement,
  claimUncheckedPayout,
  findByHash,
  findSettlement,
  listSettlements,
  listWaiting,
  lockSettlement,
  previewRun,
  setPayoutAbsent,
  setPayoutOnChain,
  sumSettlements,
} from './settlements.repo.ts'
export type { PaidSettlement, Settlement, WaitingSettlement } from './settlements.repo.ts'
export {
  currentPeriod,
  explorerUrl,
  missingMinor,
  periodEnd,
  readPeriod,
  readTransactionHash,
} from './settlements.rules.ts'
export { isRecordable } from './payout-check.ts'
export type { OnChain, Payout, PayoutCheck, PayoutFinding } from './payout-check.ts'

/** One transaction pays one settlement. */
export class HashTaken extends Error {}

/** While they were added up, somebody changed commissions: the batch is undone and can be drawn up again. */
export class CommissionsMoved extends Error {}

/** One batch of the monthly run; throws CommissionsMoved where the lines do not come to the amounts. */
export async function prepareBatch(tx: Transaction, run: repo.Run): Promise<repo.Batch> {
  const batch = await repo.prepareBatch(tx, run)
  if (batch.amountMinor !== batch.linesMinor) throw new CommissionsMoved()
  return batch
}

/** Throws HashTaken where the transaction is recorded for another settlement: the unique index alone decides. */
export async function recordPayout(
  tx: Transaction,
  id: string,
  payout: { hash: string; onChain: OnChain; by: Operator; replaces: boolean },
): Promise<void> {
  try {
    await (payout.replaces ? repo.replacePayout : repo.recordPayout)(tx, id, payout)
  } catch (error) {
    throw isViolation(error, 'settlements_hash') ? new HashTaken() : error
  }
}

/** False if it is not prepared, or by the same operator who prepared it. */
export const approveSettlement = async (
  tx: Transaction,
  id: string,
  approval: { by: Operator; chain: string; address: string },
): Promise<boolean> => (await repo.approve(tx, id, approval)) === 1
