import { dropJob, findOpenState, rescheduleJob, reviveDeadJobs } from '#server/platform/jobs.ts'
import { done, refuse, type Act, type PartsAct } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

const batch = 1_000

export const runJobs: PartsAct<'jobs.run'> = {
  async parts(database, { job, dead }, _operator, { audit, preview }) {
    if ((job === undefined) === (dead === undefined))
      return refuse(
        'InvalidInput',
        sentence('field.giveEither', { first: { field: 'job' }, second: { field: 'dead' } }),
      )
    if (job !== undefined) {
      const isDue = await database.transaction(async (tx) => {
        if (!(await rescheduleJob(tx, job))) return false
        await audit(tx, `job ${job}`, {})
        return true
      })
      if (isDue) return { ok: true, value: { what: `job ${job}`, count: 1 } }
      const state = await findOpenState(database, job)
      return state === null
        ? refuse('NotFound', sentence('job.noneOpen', { job }))
        : refuse('NotPossible', sentence(state === 'running' ? 'job.isRunning' : 'job.isDue', { job }))
    }
    const kind = dead === 'all' ? null : (dead ?? null)
    const about = kind === null ? 'dead jobs' : `dead jobs of the kind ${kind}`
    let count = 0
    for (let revived = batch; revived === batch; count += revived) {
      revived = await database.transaction(async (tx) => {
        const taken = await reviveDeadJobs(tx, kind, batch)
        if (taken > 0) await audit(tx, `dead jobs: ${kind ?? 'all'}`, { revived: taken })
        return taken
      })
      // Runs only one batch in a preview, which rolls back and would find the same jobs forever.
      if (preview) return countedOrNone(revived, `${revived === batch ? ' or more' : ''} ${about}`, about)
    }
    return countedOrNone(count, ` ${about}`, about)
  },
}

const countedOrNone = (count: number, what: string, about: string) =>
  count === 0
    ? refuse('NotFound', sentence('job.noneOfKind', { kind: about }))
    : ({ ok: true, value: { what: `${count}${what}`, count } } as const)

export const dropDeadJob: Act<'jobs.drop'> = async (tx, { job, reason }) => {
  const dropped = await dropJob(tx, job)
  if (!dropped) return refuse('NotFound', sentence('job.noneDead', { job }))
  const { kind, lane, attempts, error } = dropped
  const about = JSON.stringify(dropped.about)
  return done({ job, kind, lane, about, attempts, error }, `job ${job}`, { reason, kind, lane, about: dropped.about })
}
