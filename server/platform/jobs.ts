import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from './database.ts'
import type { Lane } from './job-lanes.ts'
import * as repo from './jobs.repo.ts'
import { currentRequest } from './request-id.ts'

export type Job = {
  readonly id: string
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** Aborted when the job has run for as long as its lane allows, or when the process stops. */
  readonly signal: AbortSignal
  /**
   * Marks the job as done inside the transaction of its effect, so that both happen or neither does. Throws if the job
   * is no longer this process's to do; the transaction then rolls back.
   */
  completeIn(tx: Transaction): Promise<void>
}
export type JobHandler = (job: Job) => Promise<void>
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** A job that comes again by itself. `name` is its row in the database: one kind may recur in several lanes. */
export type Schedule = {
  readonly name: string
  readonly kind: string
  readonly lane: Lane
  readonly everySeconds: number
  readonly payload?: Record<string, unknown>
}

/** Kind → seconds from one run to the next, for what recurs in the lane of housekeeping. */
export const housekeeping = (periods: Readonly<Record<string, number>>): Schedule[] =>
  Object.entries(periods).map(([kind, everySeconds]) => ({ name: kind, kind, lane: 'housekeeping', everySeconds }))

type EnqueueOptions = { runAt?: Date; uniqueKey?: string; lane?: Lane }

/**
 * Enqueues in the caller's transaction. With `uniqueKey` a job of that kind and key that still waits is not doubled; while
 * one runs, one more is kept, because what it follows may have changed since it looked. `lane`: housekeeping by default. The job
 * carries the id of the request that it is made for.
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

/** Makes a waiting or dead job due now, with its attempts forgotten. False if there is none such. */
export const rescheduleJob = async (tx: Queryable, id: string): Promise<boolean> =>
  (await repo.hurryJob(tx, id)) > 0 || (await repo.reviveJobs(tx, { id, kind: null }, 1)) > 0

/** Makes dead jobs due now, of one kind or of all, so many at most. Returns their number. */
export const reviveDeadJobs = (tx: Queryable, kind: string | null, limit: number): Promise<number> =>
  repo.reviveJobs(tx, { id: null, kind }, limit)

/** Gives a dead job up for good: what it was. Nothing for one that is not dead. */
export const dropJob = (tx: Queryable, id: string): Promise<repo.DroppedJob | undefined> => repo.dropDeadJob(tx, id)
