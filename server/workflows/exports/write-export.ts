import { recordAction } from '#server/modules/audit/audit.service.ts'
import { beginFile, endFile, findExport } from '#server/modules/exports/exports.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/replica.ts'
import type { Job } from '#server/platform/jobs.ts'
import { exportSources, type Filters } from './export-rows.ts'

const step = 5_000

/**
 * Writes an export from one snapshot, perhaps of a replica, with one page of rows in memory at a time.
 * An interrupted run starts over with a new snapshot.
 */
export async function writeExport(
  database: Database,
  reads: Reads,
  job: Pick<Job, 'payload' | 'signal' | 'completeIn'>,
  size = step,
): Promise<void> {
  const found = await findExport(database, String(job.payload.exportId))
  if (!found || found.state === 'done') return
  const { id, list, columns } = found
  const { page, cells } = exportSources[list]
  const filters = found.filters as Filters
  const rows = await reads(
    async (from) => {
      const add = await beginFile(database, id, columns)
      return from.transaction(
        async (tx) => {
          let written = 0
          for (let after: string | null = null; ;) {
            job.signal.throwIfAborted()
            const lines: readonly { id: string }[] = await page(tx, filters, after, size)
            if (lines.length > 0 || written === 0)
              written = await add(lines.map((line) => columns.map((column) => cells[column]?.(line) ?? null)))
            if (lines.length < size) return written
            after = lines.at(-1)?.id ?? null
          }
        },
        { oneMoment: true },
      )
      // An account that was erased a moment ago must not be in the file.
    },
    { isFresh: true },
  )
  await database.transaction(async (tx) => {
    await endFile(tx, id, rows)
    const operator = { id: found.operatorId, name: String(job.payload.operator) }
    await recordAction(tx, {
      operator,
      action: 'exports.written',
      subject: `export ${list}`,
      details: { id, list, filters, columns, rows },
    })
    await job.completeIn(tx)
  })
}
