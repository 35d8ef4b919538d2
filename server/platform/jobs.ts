import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Database, Queryable, Transaction } from './database.ts'
import type { Log } from './log.ts'
import * as repo from './jobs.repo.ts'

/** How long a worker may stay silent before its job is taken up by another. */
const leaseSeconds = 45
/** Attempts before a job is put aside as dead, for an operator to look at. */
const maxAttempts = 20

export type Job = {
  readonly id: string
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /**
   * Marks the job as done inside the transaction of its effect, so that both happen or neither does. Throws if the
   * lease was lost to another worker in the meantime; the transaction then rolls back.
   */
  completeIn(tx: Transaction): Promise<void>
}
export type JobHandler = (job: Job) => Promise<void>
export type JobHandlers = Readonly<Record<string, JobHandler>>

export class LeaseLost extends Error {}

/** Enqueues in the caller's transaction. With `uniqueKey` a job of that kind and key that still waits is not doubled. */
export async function enqueueJob(
  tx: Queryable,
  kind: string,
  payload: Record<string, unknown>,
  options: { runAt?: Date; uniqueKey?: string } = {},
): Promise<void> {
  await repo.insertJob(tx, {
    id: randomUUIDv7(),
    kind,
    payload,
    runAt: options.runAt ?? null,
    uniqueKey: options.uniqueKey ?? null,
  })
}

export const listJobs = repo.listJobs
export const forgetOldJobs = repo.deleteOldJobs

/** Makes a waiting or dead job due now, with its attempts forgotten. False if there is none such. */
export const rescheduleJob = async (tx: Queryable, jobId: string): Promise<boolean> =>
  (await repo.rescheduleJob(tx, jobId)) === 1

export type JobRunnerOptions = {
  database: Database
  log: Log
  handlers: JobHandlers
  /** kind → seconds between two runs. */
  schedules: Readonly<Record<string, number>>
  concurrency?: number
  pollMs?: number
  /** Told of every failure that nobody foresaw: outages and refusals of others are none. */
  onFailure?: (error: unknown, kind: string) => void
}

export type JobRunner = {
  start(): Promise<void>
  /** Looks for work now, instead of at the next poll. */
  nudge(): void
  /** Runs what is due until nothing is left; for tests and operators. Answers the number of jobs run. */
  drain(): Promise<number>
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, log, handlers, schedules, concurrency = 4, pollMs = 1_000, onFailure } = options
  const kinds = Object.keys(handlers)
  const running = new Set<Promise<void>>()
  let stopped = false
  let nudged = false
  let wake = () => {}
  let loop: Promise<void> | undefined

  async function runOne(row: repo.LeasedJob): Promise<void> {
    let completed = false
    const job: Job = {
      id: row.id,
      kind: row.kind,
      payload: row.payload,
      attempt: row.attempts,
      async completeIn(tx) {
        if ((await repo.finishJob(tx, row.id, row.leaseToken)) === 0) throw new LeaseLost(`job ${row.id}`)
        completed = true
      },
    }
    try {
      await handlers[row.kind]?.(job)
      if (!completed) await repo.finishJob(database, row.id, row.leaseToken)
    } catch (error) {
      if (error instanceof LeaseLost) return
      const dead = row.attempts >= maxAttempts
      const backOffSeconds = Math.min(300, 2 ** Math.min(row.attempts, 8))
      log[dead ? 'error' : 'warn'](
        { err: error, job: row.id, kind: row.kind, attempt: row.attempts, dead },
        'job failed',
      )
      if (!(error instanceof AppError)) onFailure?.(error, row.kind)
      await repo.failJob(database, {
        id: row.id,
        leaseToken: row.leaseToken,
        error: String(error).slice(0, 500),
        status: dead ? 'dead' : 'pending',
        backOffSeconds,
      })
    }
  }

  async function takeAndRun(): Promise<number> {
    await repo.enqueueDueSchedules(database, kinds)
    const rows = await repo.leaseJobs(database, { kinds, leaseSeconds, limit: concurrency - running.size })
    for (const row of rows) {
      const run: Promise<void> = runOne(row)
        .catch((error: unknown) => log.error({ err: error, job: row.id }, 'job bookkeeping failed'))
        .finally(() => {
          // A full house hid what else is due.
          if (running.size === concurrency) nudge()
          running.delete(run)
        })
      running.add(run)
    }
    return rows.length
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function nudge() {
    nudged = true
    wake()
  }

  /** The only one that takes jobs: a nudge shortens its pause, or makes it look once more, and never starts another. */
  async function work(): Promise<void> {
    for (;;) {
      if (stopped) return
      nudged = false
      const taken = running.size < concurrency ? await takeAndRun().catch(reportPoll) : 0
      if (taken === 0 && !nudged) await pause()
    }
  }

  function reportPoll(error: unknown): number {
    log.warn({ err: error }, 'looking for jobs failed')
    return 0
  }

  return {
    async start() {
      for (const [kind, everySeconds] of Object.entries(schedules))
        await repo.upsertSchedule(database, kind, everySeconds)
      loop = work()
    },
    nudge,
    async drain() {
      let total = 0
      for (;;) {
        const taken = await takeAndRun()
        await Promise.all(running)
        if (taken === 0) return total
        total += taken
      }
    },
    async stop() {
      stopped = true
      wake()
      await loop
      await Promise.all(running)
    },
  }
}
