import type { Database } from '#server/platform/database.ts'
import { maxReported } from '../usage.rules.ts'
import { addCounted } from './counted.repo.ts'
import type { TunnelProvider, Usage } from './port.ts'

const batch = 1_000

/**
 * Adds what went through a panel since the last look to the day's usage. A panel counts from the day on which it made a user, so
 * that the first look says only where counting begins; a count that is smaller than before began anew. To ask twice counts nothing
 * twice. One that breaks off has counted up to there.
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
