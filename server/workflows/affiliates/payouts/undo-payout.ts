import { beginUndoing, endUndoing, freePage } from '#server/modules/payouts/draw-up.queries.ts'
import { lockPayout } from '#server/modules/payouts/payouts.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'

export async function undoPayout(
  database: Database,
  id: string,
  { by, reason, step }: { by: Operator; reason: string; step: number },
): Promise<void> {
  await database.transaction((tx) => beginUndoing(tx, id, { by, reason }))
  await freeCommissions(database, id, step)
}

export async function freeCommissions(database: Database, id: string, step: number): Promise<void> {
  for (let freed = step; freed === step;)
    freed = await database.transaction(async (tx) => {
      if ((await lockPayout(tx, id))?.state !== 'undoing') return 0
      const count = await freePage(tx, id, step)
      if (count < step) await endUndoing(tx, id)
      return count
    })
}
