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

/** Gives up no more on every dead job of a kind, or of all. Returns their number. */
export async function reviveDead(database: Database, kind: string | null, operator: Operator): Promise<number> {
  let revived = 0
  for (let taken = batch; taken === batch; revived += taken)
    taken = await database.transaction((tx) => reviveDeadJobs(tx, kind, batch))
  if (revived > 0)
    await database.transaction((tx) =>
      recordAction(tx, { operator, action: 'run-job', subject: `dead jobs: ${kind ?? 'all'}`, details: { revived } }),
    )
  return revived
}
