import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { limits, type LimitName } from './limits.rules.ts'
import * as repo from './limits.repo.ts'

/** Counts a try of `subject`; false beyond the limit, for a caller who must not let that show. */
export async function takeTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<boolean> {
  const slot = { rule, subject: digest(`limit ${rule}`, subject), ...limits[rule] }
  return (await repo.takeSlot(db, slot)) === 1
}

/**
 * Counts a try of `subject` and throws `TooManyRequests` beyond the limit, with the seconds until the next one counts.
 * Called before the work that it guards, and outside its transaction: a try counts even if what follows is rolled back.
 */
export async function countTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  if (await takeTry(db, digest, rule, subject)) return
  const { seconds } = limits[rule]
  const wait = await repo.findWait(db, { rule, subject: digest(`limit ${rule}`, subject), seconds })
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: Math.max(1, wait.seconds ?? 1) })
}

/** The try turned out to be none: where only failures count, a success is taken back. */
export async function uncountTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  await repo.returnSlot(db, rule, digest(`limit ${rule}`, subject))
}

/** Forgets all tries of `subject`: it has shown who it is. */
export async function forgetTries(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  await repo.deleteCounter(db, rule, digest(`limit ${rule}`, subject))
}

export const forgetExpiredCounters = repo.deleteExpiredCounters
