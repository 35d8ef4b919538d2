import type { Language, Localized } from '#shared/language.ts'
import { foldExpiry } from './membership.rules.ts'
import type { TimeEntry } from './time-ledger.rules.ts'
import { trialBegin } from './trial-time.rules.ts'

/**
 * Seconds that ran from `since` to `now` of a membership that should have stood still. The ledger is followed once as it was written, and
 * once by a clock that stands since then: what came or went back meanwhile counts from there, too. What is left by that clock is more than
 * what is left now by no more than was meanwhile, and by nothing where time ran out before, went back, or is a trial, which ends by itself.
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
/** One grant for each block of a person, ever. */
export const standstillId = (userId: string, since: Date): string => `${mark}${userId}:${since.toISOString()}`

/** What its owner reads beside the time that was given back. */
export const standstillNote: Localized = {
  en: 'Stood still while the account was blocked',
  'zh-CN': '账号停用期间暂停的时长',
}

/** What a piece of time says of itself, in the reader's language where the words are the product's own. */
export const noteOf = (
  { source, sourceId, note }: Pick<TimeEntry, 'source' | 'sourceId' | 'note'>,
  language: Language,
): string | null => (source === 'operator' && sourceId.startsWith(mark) ? standstillNote[language] : note)
