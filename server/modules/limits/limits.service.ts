import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { limits, rankOf, type LimitName, type Slot } from './limits.rules.ts'
import * as repo from './limits.repo.ts'
import { inTurn } from './row-turns.ts'

type Row = { readonly rule: LimitName; readonly subject: Buffer; readonly width?: number | undefined }

const rowOf = (digest: KeyedDigest, rule: LimitName, subject: string): Row => ({
  rule,
  subject: digest(`limit ${rule}`, subject),
})
const namesOf = (rows: readonly Row[]) =>
  rows
    .map((row) => ({ name: `${row.rule} ${row.subject.toString('base64')}`, rank: rankOf(row) }))
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
const takeAt = <T>(db: Queryable, rows: readonly Row[], work: () => Promise<T>): Promise<T> =>
  inTurn(db, namesOf(rows), work)
const giveBackAt = <T>(db: Queryable, rows: readonly Row[], work: () => Promise<T>): Promise<T> =>
  inTurn(db, namesOf(rows), work, { givesBack: true })

/** Counts an attempt. Returns false beyond the limit, for callers that must not reveal the limit. */
export async function consumeTry(
  db: Queryable,
  digest: KeyedDigest,
  rule: LimitName,
  subject: string,
): Promise<boolean> {
  const row = rowOf(digest, rule, subject)
  return (await takeAt(db, [row], () => repo.consumeSlot(db, { ...row, ...limits[rule] }))) === 1
}

/**
 * Counts an attempt. Throws `TooManyRequests` beyond the limit, with the seconds to wait. Call it before the guarded
 * work and outside the database transaction, so that the attempt counts even after a rollback.
 */
export async function countTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  if (await consumeTry(db, digest, rule, subject)) return
  const { seconds } = limits[rule]
  const wait = await repo.findWait(db, { ...rowOf(digest, rule, subject), seconds })
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: Math.max(1, wait.seconds ?? 1) })
}

export async function uncountTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  const row = rowOf(digest, rule, subject)
  await giveBackAt(db, [row], () => repo.returnSlot(db, rule, row.subject))
}

export async function forgetTries(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  const row = rowOf(digest, rule, subject)
  await giveBackAt(db, [row], () => repo.deleteCounter(db, rule, row.subject))
}

/** Result of counting an attempt. `full`: rate limit counters without room. `wait`: seconds until they have room. */
type Taken = { readonly taken: readonly Slot[]; readonly full: readonly Slot[]; readonly wait: number }

export async function consumeSlots(db: Queryable, digest: KeyedDigest, slots: readonly Slot[]): Promise<Taken> {
  const rows = slots.map((slot) => ({ slot, width: slot.width, ...rowOf(digest, slot.rule, slot.subject) }))
  const asked = {
    rules: rows.map(({ rule }) => rule),
    subjects: rows.map(({ subject }) => subject),
    maxes: slots.map(({ rule, max }) => max ?? limits[rule].max),
    seconds: slots.map(({ rule }) => limits[rule].seconds),
  }
  const answers = await takeAt(db, rows, () => repo.consumeSlots(db, asked))
  const slotOf = ({ rule, subject }: repo.AskedSlot) =>
    rows.find((row) => row.rule === rule && row.subject.equals(subject))?.slot
  const taken = answers.filter((row) => row.taken).flatMap((row) => slotOf(row) ?? [])
  if (taken.length === slots.length) return { taken, full: [], wait: 0 }
  const known = answers.filter((row) => row.wait !== null)
  // Counters that a concurrent attempt has filled after the check, or that have a maximum of 0.
  const unknown = answers.filter((row) => !row.taken && row.wait === null && taken.length > 0)
  const full = (known.length > 0 ? known : unknown.length > 0 ? unknown : answers).flatMap((row) => slotOf(row) ?? [])
  return { taken, full, wait: Math.max(1, ...known.map(({ wait }) => wait ?? 1)) }
}

/**
 * Counts an attempt in all rate limit counters, or in none. Returns false if one is full, for callers that must not
 * reveal the limit.
 */
export async function consumeTries(db: Queryable, digest: KeyedDigest, slots: readonly Slot[]): Promise<boolean> {
  const { taken, full } = await consumeSlots(db, digest, slots)
  if (full.length > 0) await returnSlots(db, digest, taken)
  return full.length === 0
}

export async function countTries(db: Queryable, digest: KeyedDigest, slots: readonly Slot[]): Promise<void> {
  const { taken, full, wait } = await consumeSlots(db, digest, slots)
  if (full.length === 0) return
  await returnSlots(db, digest, taken)
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: wait })
}

export async function returnSlots(
  db: Queryable,
  digest: KeyedDigest,
  slots: readonly Slot[],
  forgotten: readonly Slot[] = [],
): Promise<void> {
  const isForgotten = ({ rule, subject }: Slot) =>
    forgotten.some((each) => each.rule === rule && each.subject === subject)
  // PostgreSQL updates a row at most once per SQL statement, so counters in `forgotten` are not listed twice.
  const all = [...forgotten, ...slots.filter((slot) => !isForgotten(slot))]
  if (all.length === 0) return
  const rows = all.map(({ rule, subject, width }) => ({ width, ...rowOf(digest, rule, subject) }))
  const returned = {
    rules: rows.map(({ rule }) => rule),
    subjects: rows.map(({ subject }) => subject),
    forget: rows.map((_, index) => index < forgotten.length),
  }
  await giveBackAt(db, rows, () => repo.returnSlots(db, returned))
}

export const forgetExpiredCounters = (db: Queryable, limit: number): Promise<number> => repo.deleteExpired(db, limit)
