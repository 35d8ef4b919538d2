import { listJobs as readJobs } from '#server/platform/jobs.ts'
import { runJobNow } from '#server/workflows/run-job.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'

const statuses = ['pending', 'dead', 'done']

export const listJobs: Action = {
  name: 'list-jobs',
  summary: 'Lists jobs: those that wait, those that were given up (dead), or those done in the last week.',
  usage: '[--status pending|dead|done]',
  options: { status: { type: 'string' } },
  async run(context) {
    const status = context.values.status ?? 'pending'
    if (typeof status !== 'string' || !statuses.includes(status))
      throw new OpsError(`--status is one of ${statuses.join(', ')}.`)
    const jobs = await readJobs(context.database, status, 50)
    if (jobs.length === 0) return context.print(`No job is ${status}.`)
    context.table(
      jobs.map((job) => ({
        id: job.id,
        kind: job.kind,
        attempts: job.attempts,
        due: formatDate(job.runAt),
        error: job.lastError ?? '',
      })),
    )
  },
}

export const runJob: Action = {
  name: 'run-job',
  summary: 'Makes a waiting or dead job due now; the running server or worker takes it up.',
  usage: '--job ID [--dry-run]',
  options: { job: { type: 'string' } },
  async run(context) {
    const jobId = requireText(context, 'job')
    if (!/^[0-9a-f-]{36}$/.test(jobId)) throw new OpsError(`"${jobId}" is not a job id; see list-jobs.`)
    if (context.dryRun) return context.print(`Would make job ${jobId} due now.`)
    if (!(await runJobNow(context.database, jobId, context.operator)))
      throw new OpsError(`There is no waiting or dead job ${jobId}.`)
    context.print(`Job ${jobId} is due now.`)
  },
}
