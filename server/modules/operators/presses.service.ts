import { Refused } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './presses.repo.ts'

/**
 * Marks a submission as executed, in its transaction. `key`: UUID made by the browser. Throws Refused if it was
 * executed before.
 */
export async function spendSubmission(tx: Transaction, key: string, operatorId: string): Promise<void> {
  await repo.deleteOldSubmissions(tx)
  if ((await repo.insertSubmission(tx, key, operatorId)) === 1) return
  throw new Refused('NotPossible', 'form.alreadySent')
}
