import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { isRetryable, type Database } from './database.ts'
import type { Log } from './log.ts'
import { hasApplied, primaryPosition } from './replica.queries.ts'

/**
 * Runs `work`, which only reads, on a database whose data may be up to a second old. `isFresh`: the data has everything
 * that was committed before the call. If the replica fails, `work` runs again from the start on the primary, unless
 * `isRepeatable` is false.
 */
export type Reads = <T>(
  work: (database: Database) => Promise<T>,
  options?: { isFresh?: boolean; isRepeatable?: boolean },
) => Promise<T>

/** Reads of a deployment without a replica. */
export const readsFrom =
  (primary: Database): Reads =>
  (work) =>
    work(primary)

/** Pauses in milliseconds before each question whether the replica has applied the primary's latest changes. */
const catchUpMs = [0, 20, 50, 100]
/**
 * Longest time for all of these questions. A connection that was cut off without notice would stay open for a quarter of
 * an hour.
 */
const patienceMs = 1_500

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Reads from the replica while it is at most `maxAgeMs` behind the primary, and otherwise from the primary. `isOurs`:
 * whether the replica holds the data of this shop; asked once, so that a wrong address shows no other shop's data.
 */
export function readsFromReplica(
  primary: Database,
  replica: Database,
  { isOurs, log, maxAgeMs = 1_000 }: { isOurs: (replica: Database) => Promise<boolean>; log: Log; maxAgeMs?: number },
): Reads {
  /** The replica has everything that was committed before this moment (milliseconds of `performance.now`). */
  let holdsUntil = -Infinity
  let askAgainAt = -Infinity
  let isKnown = false
  let isUsed = true
  let checking: Promise<boolean> | undefined

  /** Reads from the primary for a while. Logs the reason once, not again each time that the replica is asked in vain. */
  const leave = (reason: string): void => {
    holdsUntil = -Infinity
    askAgainAt = performance.now() + maxAgeMs
    if (isUsed) log.warn({ reason }, 'replica not used, the primary answers')
    isUsed = false
  }
  /** Returns why the replica cannot be used, or null if it has applied what the primary had written before the call. */
  const findReason = async (): Promise<string | null> => {
    try {
      isKnown ||= await isOurs(replica)
      if (!isKnown) return 'it holds other data than the primary'
      const { position } = await primary.one(primaryPosition())
      for (const ms of catchUpMs) {
        if (ms > 0) await sleep(ms)
        if ((await replica.one(hasApplied(position))).hasApplied) return null
      }
      return 'it has not applied the last changes yet'
    } catch (error) {
      return reasonOf(error)
    }
  }
  const check = async (): Promise<boolean> => {
    const startedAt = performance.now()
    const late = sleep(patienceMs, 'it does not answer', { ref: false })
    const reason = await Promise.race([findReason(), late])
    if (reason !== null) {
      leave(reason)
      return false
    }
    holdsUntil = startedAt
    if (!isUsed) log.info('replica used again')
    isUsed = true
    return true
  }
  const isRecent = async (isFresh: boolean) => {
    const now = performance.now()
    if (!isFresh && now - holdsUntil <= maxAgeMs) return true
    if (now < askAgainAt) return false
    // A check that began before this call may have asked the primary for its position before the call too.
    if (isFresh) return check()
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }
  return async (work, { isFresh = false, isRepeatable = true } = {}) => {
    if (!(await isRecent(isFresh))) return work(primary)
    try {
      return await work(replica)
    } catch (error) {
      const isFault = isRetryable(error) || (error instanceof AppError && error.status === 'Unavailable')
      if (!isFault) throw error
      leave(reasonOf(error.cause ?? error))
      if (!isRepeatable) throw error
      return work(primary)
    }
  }
}
