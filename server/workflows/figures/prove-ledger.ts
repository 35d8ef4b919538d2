import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { reviewFigures } from '#server/modules/payments/reviews.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'

/** Maximum named in a review; the command lists all. */
const mostNamed = 20

/** Verifies the whole ledger nightly. Problems become a review. */
export async function proveLedger(database: Database, { signal }: Pick<Job, 'signal'>): Promise<void> {
  const { problems } = await verifyLedger(database, { onProgress: () => signal.throwIfAborted() })
  if (problems.length === 0) return
  const details = { found: problems.length, differences: problems.slice(0, mostNamed) }
  await database.transaction((tx) => reviewFigures(tx, 'ledger', details))
}
