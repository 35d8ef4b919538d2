import { recordAction } from '#server/modules/audit/audit.service.ts'
import { rescheduleJob } from '#server/platform/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** Makes a waiting or dead job due now; a running server or worker takes it up. False if there is no such job. */
export async function runJobNow(database: Database, jobId: string, operator: Operator): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await rescheduleJob(tx, jobId))) return false
    await recordAction(tx, { operator, action: 'run-job', subject: `job ${jobId}`, details: {} })
    return true
  })
}
