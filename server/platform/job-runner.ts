import { AppError } from '#shared/errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { bossOn, createBoss } from './boss.ts'
import type { Database } from './database.ts'
import { runUnder } from './deadline.ts'
import { isLane, laneLimits, lanes, type Lane } from './job-lanes.ts'
import { errorLength, type Job, type JobHandlers, type Schedule } from './jobs.ts'
import * as repo from './jobs.repo.ts'
import { type Log, runForRequest } from './log.ts'
import { unmeasured, type JobOutcome, type Measure } from './measure.ts'
import { runBounded } from './run-bounded.ts'

const heartbeatMs = 5_000
/** Delay before a failed job is retried while its provider is down; after repeated failures the whole lane waits. */
const waitSeconds = 5
const stopMs = 6_000

/** Time without progress, beyond a job's maximum run time, after which a lane counts as stuck. */
const stuckMs = 5 * 60_000

class LeaseLost extends Error {}

export type JobRunnerOptions = {
  database: Database
  log: Log
  handlers: JobHandlers
  /** Recurring jobs, or a function that returns them if they can change while the process runs. */
  schedules: readonly Schedule[] | (() => readonly Schedule[])
  admit?: (lane: Lane, free: number, running: number) => number
  /**
   * Returns true if the service that a lane's jobs call is down. Failed jobs are then retried soon, without counting
   * the attempt.
   */
  isHalted?: (lane: Lane) => boolean
  pollMs?: number
  refillMs?: number
  /** Called when a job fails with an error other than `AppError`, which handlers throw for outages and rejections. */
  onFailure?: (error: unknown, kind: string) => void
  measure?: Pick<Measure, 'jobEnded'>
}

export type JobRunner = {
  start(): Promise<void>
  nudge(): void
  drain(): Promise<number>
  stop(): Promise<void>
  stuckLanes(): Lane[]
}

type Row = repo.ClaimedJob
/**
 * Running job. `tries`: number of earlier attempts. Together with the id it identifies this worker's lease of the job.
 */
type Running = {
  readonly lane: Lane
  readonly row: Row
  tries: number
  readonly stop: AbortController
  ended: Promise<void>
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, log, handlers, pollMs = 1_000, refillMs = 5, onFailure, measure = unmeasured } = options
  const { admit = (_lane, free) => free, isHalted = () => false } = options
  const boss = createBoss(database, log)
  const running = new Map<string, Running>()
  const turned = new Map<Lane, number>(lanes.map((lane) => [lane, performance.now()]))
  const schedulesNow = () => (typeof options.schedules === 'function' ? options.schedules() : options.schedules)
  const recurringOf = (schedules: readonly Schedule[]) => ({
    names: schedules.map(({ name }) => name),
    lanes: schedules.map(({ lane }) => lane),
    data: schedules.map(({ kind, payload = {} }) => JSON.stringify({ kind, payload })),
  })
  const saved = new Set<string>()

  async function saveSchedules(schedules: readonly Schedule[]): Promise<void> {
    const unsaved = schedules.filter(({ name }) => !saved.has(name))
    if (unsaved.length === 0) return
    const names = unsaved.map(({ name }) => name)
    await repo.upsertSchedules(
      database,
      names,
      unsaved.map(({ everySeconds }) => everySeconds),
    )
    for (const name of names) saved.add(name)
  }
  const opened = new Set<Lane>()
  let lookedAt = -Infinity
  let stopped = false
  let nudged = false
  let wake = () => {}
  let loop: Promise<void> | undefined
  let beat: NodeJS.Timeout | undefined

  const runningIn = (lane: Lane) => [...running.values()].filter((one) => one.lane === lane).length

  async function runOne(mine: Running): Promise<JobOutcome> {
    const { lane, row, stop } = mine
    const { kind, payload } = row.data
    const handler = handlers[kind]
    if (!handler) {
      await repo.postpone(database, lane, row.id, { tries: mine.tries, seconds: 30, error: null })
      return 'halted'
    }
    let completed = false
    const job: Job = {
      id: row.id,
      kind,
      payload,
      attempt: row.retryCount + 1,
      signal: stop.signal,
      async completeIn(tx) {
        if ((await repo.completeJob(tx, lane, row.id, mine.tries)) === 0) throw new LeaseLost(`job ${row.id}`)
        completed = true
      },
    }
    try {
      await runBounded(
        runUnder(stop.signal, () => handler(job)),
        stop.signal,
      )
      if (!completed) await repo.completeJob(database, lane, row.id, mine.tries)
      log.debug({ job: row.id, lane, kind }, 'job done')
      return 'done'
    } catch (error) {
      return error instanceof LeaseLost ? 'lost' : await fail(mine, error)
    }
  }

  async function fail({ lane, row, tries }: Running, error: unknown): Promise<JobOutcome> {
    const isWaiting = isHalted(lane)
    const dead = tries >= row.retryLimit && !isWaiting
    const { kind } = row.data
    log[dead ? 'error' : 'warn']({ err: error, job: row.id, lane, kind, attempt: tries + 1, dead }, 'job failed')
    if (!(error instanceof AppError)) onFailure?.(error, kind)
    await database.transaction(async (tx) => {
      if (!(await repo.lockRunning(tx, lane, row.id, tries))) return
      if (!dead) await repo.dropTwin(tx, lane, row.singletonKey ?? '')
      const message = String(error).slice(0, errorLength)
      if (isWaiting) await repo.postpone(tx, lane, row.id, { tries, seconds: waitSeconds, error: message })
      else await boss.fail(lane, row.id, { message }, { db: bossOn(tx) })
    })
    if (dead) return 'dead'
    return isWaiting ? 'halted' : 'failed'
  }

  function begin(lane: Lane, row: Row): void {
    const known = running.get(row.id)
    if (known) {
      // The same job is still running here. The database was unreachable for so long that it was assigned to this
      // process again.
      known.tries = row.retryCount
      return
    }
    const stop = new AbortController()
    const mine: Running = { lane, row, tries: row.retryCount, stop, ended: Promise.resolve() }
    running.set(row.id, mine)
    const { seconds } = laneLimits[lane]
    const timer = setTimeout(() => stop.abort(new Error(`the job ran for more than ${seconds} s`)), seconds * 1_000)
    const begunAt = performance.now()
    mine.ended = runForRequest(row.data.request, () => runOne(mine))
      .catch((error: unknown) => {
        log.error({ err: error, job: row.id, lane }, 'job bookkeeping failed')
        return 'failed' as const
      })
      .then((outcome) => {
        clearTimeout(timer)
        turned.set(lane, performance.now())
        measure.jobEnded({
          lane,
          kind: row.data.kind in handlers ? row.data.kind : 'unknown',
          outcome,
          seconds: (performance.now() - begunAt) / 1_000,
          sinceDueSeconds: Math.max(0, Date.now() - dueAt(row).getTime()) / 1_000,
        })
        if (runningIn(lane) === laneLimits[lane].slots) {
          opened.add(lane)
          wake()
        }
        running.delete(row.id)
      })
  }

  const room = (lane: Lane): number => {
    const busy = runningIn(lane)
    return Math.max(0, admit(lane, laneLimits[lane].slots - busy, busy))
  }

  async function runLane(lane: Lane): Promise<number> {
    const batchSize = room(lane)
    if (batchSize === 0) return 0
    const rows = await repo.claimJobs(database, lane, batchSize)
    for (const row of rows) begin(lane, row)
    if (rows.length === batchSize && room(lane) > 0) opened.add(lane)
    turned.set(lane, performance.now())
    return rows.length
  }

  /** True if the lane has no due jobs or its provider is down, so that no progress is expected. */
  const isAtRest = (lane: Lane, free: readonly Lane[], due: readonly { name: string }[]): boolean =>
    free.includes(lane) ? !due.some(({ name }) => name === lane) : runningIn(lane) < laneLimits[lane].slots

  const runLanes = async (taken: readonly Lane[]): Promise<number> =>
    (await Promise.all(taken.map(runLane))).reduce((sum, count) => sum + count, 0)

  async function runDue(): Promise<number> {
    lookedAt = performance.now()
    opened.clear()
    const schedules = schedulesNow()
    // Saves recurring jobs only in a started runner, because tests that drain a runner save them themselves.
    if (saved.size > 0) await saveSchedules(schedules)
    if (schedules.length > 0) await repo.enqueueDueSchedules(database, recurringOf(schedules))
    const free = lanes.filter((lane) => room(lane) > 0)
    const due = await repo.listDueLanes(database, free)
    for (const lane of lanes) if (isAtRest(lane, free, due)) turned.set(lane, performance.now())
    return runLanes(due.map(({ name }) => name).filter(isLane))
  }

  /**
   * Takes more jobs for lanes that were full and have free slots again. One query per refill instead of three matters
   * in a burst of jobs.
   */
  async function runOpened(): Promise<number> {
    await sleep(refillMs)
    if (stopped) return 0
    const again = [...opened]
    opened.clear()
    return runLanes(again)
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

  /** The only loop of a started runner that takes jobs. A nudge shortens its pause but never starts a second loop. */
  async function work(): Promise<void> {
    for (;;) {
      if (stopped) return
      // Poll all lanes at least once per interval, so that a burst in one lane cannot starve the others.
      const isLook = nudged || opened.size === 0 || performance.now() - lookedAt >= pollMs
      nudged = false
      const taken = await (isLook ? runDue() : runOpened()).catch(reportPoll)
      if (!nudged && opened.size === 0 && (taken === 0 || !isLook)) await pause()
    }
  }

  function reportPoll(error: unknown): number {
    log.warn({ err: error }, 'looking for jobs failed')
    return 0
  }

  function heartbeat(): void {
    for (const lane of lanes) {
      const ids = [...running].filter(([, one]) => one.lane === lane).map(([id]) => id)
      if (ids.length > 0) boss.touch(lane, ids).catch(reportPoll)
    }
  }

  const allEnded = () => Promise.all([...running.values()].map(({ ended }) => ended))

  return {
    async start() {
      await saveSchedules(schedulesNow())
      await boss.start()
      beat = setInterval(heartbeat, heartbeatMs)
      loop = work()
    },
    nudge,
    async drain() {
      let total = 0
      for (;;) {
        const taken = await runDue()
        await allEnded()
        if (taken === 0) return total
        total += taken
      }
    },
    async stop() {
      stopped = true
      wake()
      await loop
      const timer = setTimeout(() => {
        for (const { stop } of running.values()) stop.abort(new Error('the process stops'))
      }, stopMs)
      await allEnded()
      clearTimeout(timer)
      clearInterval(beat)
      await boss.stop({ graceful: false, close: false })
    },
    stuckLanes: () =>
      lanes.filter((lane) => performance.now() - (turned.get(lane) ?? 0) > stuckMs + laneLimits[lane].seconds * 1_000),
  }
}

/** Time since which a job is due. The start time of a retried job is later, so its creation time counts. */
const dueAt = ({ retryCount, startAfter, createdOn }: Row): Date => (retryCount === 0 ? startAfter : createdOn)
