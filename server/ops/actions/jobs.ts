import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { listJobs as readJobs, readLanes, type JobStatus } from '#server/platform/jobs.queries.ts'
import { reviveDead, runJobNow } from '#server/workflows/jobs/run-job.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'
import { afterOption, printNext, readCursor } from '../read-cursor.ts'

const pageSize = 50
const statuses: readonly JobStatus[] = ['pending', 'running', 'dead', 'done']
const isStatus = (value: unknown): value is JobStatus => statuses.some((status) => status === value)

export const listJobs: Action = {
  name: 'list-jobs',
  role: 'viewer',
  summary:
    'Lists jobs: those that wait, those that run, those that were given up (dead), or those done in the last week.',
  usage: '[--status pending|running|dead|done] [--after ID]',
  options: { status: { type: 'string' }, ...afterOption },
  async run(context) {
    const status = context.values.status ?? 'pending'
    if (!isStatus(status)) throw new OpsError(`--status is one of ${statuses.join(', ')}.`)
    const jobs = await readJobs(context.database, status, pageSize, readCursor(context, 'after', '') || null)
    if (jobs.length === 0) return context.print(`No job is ${status}.`)
    context.table(
      jobs.map((job) => ({
        id: job.id,
        kind: job.kind ?? '',
        lane: job.lane,
        attempts: job.attempts,
        due: formatDate(job.runAt),
        error: job.lastError ?? '',
      })),
    )
    printNext(context, jobs, pageSize)
  },
}

export const listLanes: Action = {
  name: 'list-lanes',
  role: 'viewer',
  summary:
    'Shows how the lanes of jobs stand: what waits, for how long, what runs, what was given up, and whether a provider is silent.',
  usage: '',
  options: {},
  async run(context) {
    const silent = new Map((await listSilent(context.database)).map(({ provider, since }) => [provider, since]))
    context.table(
      (await readLanes(context.database)).map(({ oldestDueSeconds, ...lane }) => ({
        ...lane,
        oldest: oldestDueSeconds === null ? '' : `${oldestDueSeconds} s`,
        provider: silent.has(lane.lane) ? `silent since ${formatDate(silent.get(lane.lane) ?? null)}` : '',
      })),
    )
  },
}

export const runJob: Action = {
  name: 'run-job',
  role: 'finance',
  summary: 'Makes a waiting or dead job due now, or all dead ones; the running server or worker takes them up.',
  usage: '--job ID | --dead all|KIND [--dry-run]',
  options: { job: { type: 'string' }, dead: { type: 'string' } },
  async run(context) {
    if (context.values.dead !== undefined) return runDead(context, requireText(context, 'dead'))
    const jobId = requireText(context, 'job')
    if (!/^[0-9a-f-]{36}$/.test(jobId)) throw new OpsError(`"${jobId}" is not a job id; see list-jobs.`)
    if (context.dryRun) return context.print(`Would make job ${jobId} due now.`)
    if (!(await runJobNow(context.database, jobId, context.operator)))
      throw new OpsError(`There is no waiting or dead job ${jobId}.`)
    context.print(`Job ${jobId} is due now.`)
  },
}

async function runDead(context: Parameters<Action['run']>[0], wanted: string): Promise<void> {
  const kind = wanted === 'all' ? null : wanted
  const about = kind === null ? 'dead jobs' : `dead jobs of the kind ${kind}`
  if (context.dryRun) {
    const dead = await readJobs(context.database, 'dead', 1_000)
    const chosen = dead.filter((job) => kind === null || job.kind === kind)
    return context.print(`Would make ${chosen.length}${dead.length === 1_000 ? ' or more' : ''} ${about} due now.`)
  }
  const revived = await reviveDead(context.database, kind, context.operator)
  if (revived === 0) throw new OpsError(`There are no ${about}.`)
  context.print(`${revived} ${about} are due now.`)
}
