import { dropJob } from '#server/platform/jobs.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

/** Deletes a dead job; the audit log keeps its description. */
export const dropDeadJob: Act<'jobs.drop'> = async (tx, { job, reason }) => {
  const dropped = await dropJob(tx, job)
  if (!dropped) return refuse('NotFound', sentence('job.noneDead', { job }))
  const { kind, lane, attempts, error } = dropped
  const about = JSON.stringify(dropped.about)
  return done({ job, kind, lane, about, attempts, error }, `job ${job}`, { reason, kind, lane, about: dropped.about })
}
