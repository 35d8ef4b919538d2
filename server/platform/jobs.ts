import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from './database.ts'
import type { Lane } from './job-lanes.ts'
import * as repo from './jobs.repo.ts'
import { currentRequest } from './log.ts'

export type Job = {
  readonly id: string
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** Aborts when the job exceeds its maximum run time, and when the process stops. */
  readonly signal: AbortSignal
  /**
   * Marks the job as done in the database transaction that writes its effect. Throws if another process took the job
   * over.
   */
  completeIn(tx: Transaction): Promise<void>
}
type JobHandler = (job: Job) => Promise<void>
export type JobHandlers = Readonly<Record<string, JobHandler>>

export type Schedule = {
  readonly name: string
  readonly kind: string
  readonly lane: Lane
  readonly everySeconds: number
  readonly payload?: Record<string, unknown>
}

/** Maximum characters of a failed job's error that are stored, which the console and `jobs list` show. */
export const errorLength = 500

export const housekeeping = (periods: Readonly<Record<string, number>>): Schedule[] =>
  Object.entries(periods).map(([kind, everySeconds]) => ({ name: kind, kind, lane: 'housekeeping', everySeconds }))

type EnqueueOptions = { runAt?: Date; uniqueKey?: string; lane?: Lane }

/**
 * Enqueues a job in the caller's database transaction. With `uniqueKey`, no second waiting job of the same kind and key
 * is added; while one runs, one more may wait, because data may have changed since it started. `lane`: housekeeping by
 * default.
 */
export async function enqueueJob(
  tx: Queryable,
  kind: string,
  payload: Record<string, unknown>,
  { runAt, uniqueKey, lane = 'housekeeping' }: EnqueueOptions = {},
): Promise<void> {
  const id = randomUUIDv7()
  const key = `${kind}:${uniqueKey ?? id}`
  const request = currentRequest()
  const data = { kind, payload, ...(request !== undefined && { request }) }
  await repo.insertJob(tx, { id, lane, key, data, runAt: runAt ?? null })
}

export const rescheduleJob = async (tx: Queryable, id: string): Promise<boolean> =>
  (await repo.hurryJob(tx, id)) > 0 || (await repo.reviveJobs(tx, { id, kind: null }, 1)) > 0

export async function findOpenState(tx: Queryable, id: string): Promise<'running' | 'waiting' | null> {
  const found = await repo.findJobState(tx, id)
  if (found?.state === 'active') return 'running'
  return found?.isOpen ? 'waiting' : null
}

export const reviveDeadJobs = (tx: Queryable, kind: string | null, limit: number): Promise<number> =>
  repo.reviveJobs(tx, { id: null, kind }, limit)

export const dropJob = (tx: Queryable, id: string): Promise<repo.DroppedJob | undefined> => repo.dropDeadJob(tx, id)
