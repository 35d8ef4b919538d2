import { recordAction } from '#server/modules/audit/audit.service.ts'
import { rescheduleJob, reviveDeadJobs } from '#server/platform/jobs.ts'
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

const batch = 1_000

/** Makes every dead job of a kind, or of all, due now, in batches with an audit row each. Returns their number. */
export async function reviveDead(database: Database, kind: string | null, operator: Operator): Promise<number> {
  const subject = `dead jobs: ${kind ?? 'all'}`
  let total = 0
  for (let revived = batch; revived === batch; total += revived)
    revived = await database.transaction(async (tx) => {
      const taken = await reviveDeadJobs(tx, kind, batch)
      if (taken > 0) await recordAction(tx, { operator, action: 'run-job', subject, details: { revived: taken } })
      return taken
    })
  return total
}
