import { forgetExports, writeExportJob } from '#server/modules/exports/exports.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { startSweep } from '#server/platform/sweep.ts'
import { writeExport } from '#server/workflows/exports/write-export.ts'

/** Jobs of exports. */
export const exportJobs = (database: Database): JobHandlers => ({
  [writeExportJob]: (job) => writeExport(database, job),
  'forget-exports': async () => void (await startSweep({ batch: 20 })((limit) => forgetExports(database, limit))),
})
