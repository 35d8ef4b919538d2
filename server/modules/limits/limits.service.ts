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

/** Counts a try of `subject`; false beyond the limit, for a caller who must not let that show. */
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
 * Counts a try of `subject` and throws `TooManyRequests` beyond the limit, with the seconds until the next one counts.
 * Called before the work that it guards, and outside its transaction: a try counts even if what follows is rolled back.
 */
export async function countTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  if (await consumeTry(db, digest, rule, subject)) return
  const { seconds } = limits[rule]
  const wait = await repo.findWait(db, { ...rowOf(digest, rule, subject), seconds })
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: Math.max(1, wait.seconds ?? 1) })
}

/** The try turned out to be none: where only failures count, a success is taken back. */
export async function uncountTry(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  const row = rowOf(digest, rule, subject)
  await giveBackAt(db, [row], () => repo.returnSlot(db, rule, row.subject))
}

/** Forgets all tries of `subject`: it has shown who it is. */
export async function forgetTries(db: Queryable, digest: KeyedDigest, rule: LimitName, subject: string): Promise<void> {
  const row = rowOf(digest, rule, subject)
  await giveBackAt(db, [row], () => repo.deleteCounter(db, rule, row.subject))
}

/** What became of tries that were to count together: `full` has no room for the next, for so many seconds. */
export type Taken = { readonly taken: readonly Slot[]; readonly full: readonly Slot[]; readonly wait: number }

/** Counts a try for all of these in one statement, or for none where one is full. */
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
  // Full since the statement looked, because another was counted in that moment; or there is never room.
  const unknown = answers.filter((row) => !row.taken && row.wait === null && taken.length > 0)
  const full = (known.length > 0 ? known : unknown.length > 0 ? unknown : answers).flatMap((row) => slotOf(row) ?? [])
  return { taken, full, wait: Math.max(1, ...known.map(({ wait }) => wait ?? 1)) }
}

/** Counts a try for all of these, or for none where one is full; false then, for a caller who must not let that show. */
export async function consumeTries(db: Queryable, digest: KeyedDigest, slots: readonly Slot[]): Promise<boolean> {
  const { taken, full } = await consumeSlots(db, digest, slots)
  if (full.length > 0) await returnSlots(db, digest, taken)
  return full.length === 0
}

/** The same; throws `TooManyRequests` where one is full, with the seconds until it is not. */
export async function countTries(db: Queryable, digest: KeyedDigest, slots: readonly Slot[]): Promise<void> {
  const { taken, full, wait } = await consumeSlots(db, digest, slots)
  if (full.length === 0) return
  await returnSlots(db, digest, taken)
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: wait })
}

/** These tries turned out to be none; of `forgotten` none is left, because it has shown who it is. */
export async function returnSlots(
  db: Queryable,
  digest: KeyedDigest,
  slots: readonly Slot[],
  forgotten: readonly Slot[] = [],
): Promise<void> {
  const isForgotten = ({ rule, subject }: Slot) =>
    forgotten.some((each) => each.rule === rule && each.subject === subject)
  // A statement changes a row once: what is forgotten is not given back besides.
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
