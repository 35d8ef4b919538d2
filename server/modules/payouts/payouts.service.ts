import { randomUUIDv7 } from 'node:crypto'
import { isViolation, type Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { Run } from './draw-up.queries.ts'
import { insertFile, setFile, type NewFile } from './files.repo.ts'
import * as repo from './payouts.repo.ts'

/** One transfer pays one settlement. */
export class HashTaken extends Error {}

/** While they were added up, a hold or a release changed commissions: the step is undone and can be taken again. */
export class CommissionsMoved extends Error {}

/** Draws up the settlements of affiliates with few commissions. Throws CommissionsMoved where the lines do not come to the amounts. */
export async function drawUpFew(tx: Transaction, ids: readonly string[], run: Run): Promise<repo.Batch> {
  const batch = await repo.drawUp(tx, ids, run)
  if (batch.amountMinor !== batch.linesMinor) throw new CommissionsMoved()
  return batch
}

/** Throws HashTaken where the transfer is recorded for another settlement: the unique indexes alone decide. */
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

/** False if one of them is not prepared, or by the same operator who prepared it. */
export const approvePayouts = async (
  tx: Transaction,
  payouts: readonly repo.Approved[],
  by: Operator,
  batchId: string | null = null,
): Promise<boolean> => (await repo.approve(tx, payouts, by, batchId)) === payouts.length

/** A list of payouts that are approved together from now on; its id. */
export async function openBatch(
  tx: Transaction,
  { by, payouts, amountMinor }: { by: Operator; payouts: number; amountMinor: number },
): Promise<string> {
  const id = randomUUIDv7()
  await repo.insertBatch(tx, { id, by, payouts, amountMinor })
  return id
}

/** Remembers a file, and of each settlement in it that it stands there. The caller holds them, approved. */
export async function rememberFile(tx: Transaction, file: NewFile): Promise<void> {
  const id = randomUUIDv7()
  await insertFile(tx, id, file)
  const marked = await setFile(tx, id, file.settlements)
  if (marked !== file.settlements.length) throw new Error(`${marked} of ${file.settlements.length} are approved`)
}
