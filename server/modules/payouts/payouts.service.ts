import { randomUUIDv7 } from 'node:crypto'
import { isViolation, type Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import type { Run } from './draw-up.queries.ts'
import { insertFile, setFile, type NewFile } from './files.repo.ts'
import * as repo from './payouts.repo.ts'

export class HashTaken extends Error {}

/** Error if a review changed commissions while a payout summed them. The step rolls back and can be retried. */
export class CommissionsMoved extends Error {}

/**
 * Creates the payouts of affiliates with few commissions. Throws `CommissionsMoved` if the commissions do not add up to
 * the payouts' amounts.
 */
export async function drawUpFew(tx: Transaction, ids: readonly string[], run: Run): Promise<repo.Batch> {
  const batch = await repo.drawUp(tx, ids, run)
  if (batch.amountMinor !== batch.linesMinor) throw new CommissionsMoved()
  return batch
}

/**
 * Records the blockchain transaction of a payout. Throws `HashTaken` if the transfer is recorded for another payout;
 * unique indexes decide between concurrent calls.
 */
export async function recordPayout(
  tx: Transaction,
  id: string,
  payout: repo.Recorded & { replaces: boolean },
): Promise<void> {
  try {
    await (payout.replaces ? repo.replacePayout : repo.recordPayout)(tx, id, payout)
  } catch (error) {
    const isTaken = isViolation(error, 'settlements_transfer') || isViolation(error, 'settlements_unseen')
    throw isTaken ? new HashTaken() : error
  }
}

/**
 * Approves payouts. Returns false if one of them is not prepared, or was prepared by the same operator, because
 * approval needs a second one.
 */
export const approvePayouts = async (
  tx: Transaction,
  payouts: readonly repo.Approved[],
  by: Operator,
  batchId: string | null = null,
): Promise<boolean> => (await repo.approve(tx, payouts, by, batchId)) === payouts.length

export async function openBatch(
  tx: Transaction,
  { by, payouts, amountMinor }: { by: Operator; payouts: number; amountMinor: number },
): Promise<string> {
  const id = randomUUIDv7()
  await repo.insertBatch(tx, { id, by, payouts, amountMinor })
  return id
}

/** Stores a transfer file and marks its payouts. The payouts must be approved, and the caller must have locked them. */
export async function rememberFile(tx: Transaction, file: NewFile): Promise<void> {
  const id = randomUUIDv7()
  await insertFile(tx, id, file)
  const marked = await setFile(tx, id, file.settlements)
  if (marked !== file.settlements.length) throw new Error(`${marked} of ${file.settlements.length} are approved`)
}
