import type { Language, Localized } from '#shared/language.ts'
import { foldExpiry, standingPlans } from './membership.rules.ts'
import type { TimeEntry } from './time-ledger.rules.ts'

/**
 * Membership seconds that passed from `since` to `now` although they should have been paused. Compares the time that
 * the ledger leaves with the time that a clock stopped at `since` would leave. Returns 0 if the time had ended or was
 * taken back, or for a trial, which is never paused.
 */
export function secondsStoodStill(entries: readonly TimeEntry[], since: Date, now: Date): number {
  const ends = foldExpiry(entries)
  if (ends === null || trialBegin(entries) !== null) return 0
  const held = foldExpiry(entries.map((entry) => ({ ...entry, at: entry.at > since ? since : entry.at }))) ?? since
  const left = Math.max(0, held.getTime() - since.getTime())
  const isLeft = Math.max(0, ends.getTime() - now.getTime())
  return Math.max(0, Math.floor((left - isLeft) / 1000))
}

const mark = 'block:'
/**
 * Id of the grant that returns the membership time of a block. A block of a user has one id, so its time is returned
 * once.
 */
export const standstillId = (userId: string, since: Date): string => `${mark}${userId}:${since.toISOString()}`

export const standstillNote: Localized = {
  en: 'Stood still while the account was blocked',
  'zh-CN': '账号停用期间暂停的时长',
}

/** Note of a membership grant. The product's own notes are shown in the reader's language. */
export const noteOf = (
  { source, sourceId, note }: Pick<TimeEntry, 'source' | 'sourceId' | 'note'>,
  language: Language,
): string | null => (source === 'operator' && sourceId.startsWith(mark) ? standstillNote[language] : note)

/**
 * Time from which only the free trial is left, even if it is past. Null if other time comes last, or if no grant is
 * left.
 */
export function trialBegin(entries: readonly TimeEntry[]): Date | null {
  const last = standingPlans(entries).at(-1)
  if (!last) return null
  const { source } = entries.find(({ id }) => id === last.entry.id) as TimeEntry
  return source === 'trial' ? new Date(last.end.getTime() - last.seconds * 1000) : null
}
