import type { Database } from '#server/platform/database.ts'
import { maxReported } from '../reported-traffic.rules.ts'
import { addCounted } from './usage-counters.repo.ts'
import type { TunnelProvider, Usage } from './port.ts'

const batch = 1_000

/**
 * Adds the traffic that a VPN panel has counted since the last read to today's usage; repeated reads count once. The
 * first read only stores the counters, because a panel counts from the user's creation. A counter that decreased was
 * reset by the panel.
 */
export async function countUsage(
  database: Database,
  providerId: string,
  provider: TunnelProvider,
  signal: AbortSignal,
): Promise<void> {
  let counts = new Map<string, number>()
  const add = async () => {
    const rows = [...counts].map(([subject, used]) => ({ subject, used }))
    counts = new Map()
    if (rows.length > 0) await addCounted(database, providerId, rows, maxReported)
  }
  for await (const { subject, usedBytes } of provider.usage()) {
    signal.throwIfAborted()
    if (isCount({ subject, usedBytes })) counts.set(subject, usedBytes)
    if (counts.size >= batch) await add()
  }
  await add()
}

const isCount = ({ usedBytes }: Usage): boolean => Number.isSafeInteger(usedBytes) && usedBytes >= 0
