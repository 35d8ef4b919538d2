import type { Database } from '#server/platform/database.ts'
import { listMembers, queueDeliveries } from './deliveries.repo.ts'
import { findFill, markFillStart, moveFill } from './providers.repo.ts'

const batch = 1_000

/**
 * Adds delivery rows for people who were members before the tunnel provider was added, one batch per call. First waits
 * for all database transactions that may have changed a membership without seeing the provider, because they wrote no
 * delivery row.
 */
export async function fillProvider(database: Database, provider: string): Promise<'more' | 'waits' | 'done'> {
  await markFillStart(database, provider)
  return database.transaction(async (tx) => {
    const fill = await findFill(tx, provider)
    if (!fill) return 'done'
    if (!fill.mayBegin) return 'waits'
    const members = await listMembers(tx, fill.filledTo, batch)
    await queueDeliveries(
      tx,
      provider,
      members.map(({ userId }) => userId),
      members.map(({ version }) => version),
      members.map(({ isPresent }) => isPresent),
    )
    const isLast = members.length < batch
    await moveFill(tx, provider, isLast ? null : (members.at(-1)?.userId ?? null))
    return isLast ? 'done' : 'more'
  })
}
