import { isViolation, type Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { Run } from './draw-up.queries.ts'
import type { OnChain } from './payout-check.ts'
import * as repo from './payouts.repo.ts'

/** One transaction pays one settlement. */
export class HashTaken extends Error {}

/** While they were added up, a hold or a release changed commissions: the step is undone and can be taken again. */
export class CommissionsMoved extends Error {}

/** Draws up the settlements of affiliates with few commissions. Throws CommissionsMoved where the lines do not come to the amounts. */
export async function drawUpFew(tx: Transaction, ids: readonly string[], run: Run): Promise<repo.Batch> {
  const batch = await repo.drawUp(tx, ids, run)
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
export const approvePayout = async (
  tx: Transaction,
  id: string,
  approval: { by: Operator; chain: string; address: string },
): Promise<boolean> => (await repo.approve(tx, id, approval)) === 1
