import { Refused } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './presses.repo.ts'

/** In the transaction of what a press does. `key`: a UUID that the browser made for it. Throws Refused where it did that already. */
export async function spendPress(tx: Transaction, key: string, operatorId: string): Promise<void> {
  await repo.deleteOldPresses(tx)
  if ((await repo.insertPress(tx, key, operatorId)) === 1) return
  throw new Refused('NotPossible', 'This press was done already. Look at what it did before you press again.')
}
