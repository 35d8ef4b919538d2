import type { FieldError } from '#shared/field-errors.ts'
import { maxSupportText, maxTag, maxTags, type ThreadState } from '#shared/support-limits.ts'
import { hasInvisibleCharacters, isBlank, replaceInvisibleCharacters } from '#shared/visible-text.ts'

/** Minutes for which a support thread is assigned to the operator who took it. */
const takenMinutes = 30
export const takenUntil = (now: Date): Date => new Date(now.getTime() + takenMinutes * 60_000)

type Taken = { readonly takenBy: string | null; readonly takenUntil: Date | null }
export const isTakenFrom = ({ takenBy, takenUntil: until }: Taken, operatorId: string, now: Date): boolean =>
  takenBy !== null && takenBy !== operatorId && until !== null && until > now

export const stateOf = (thread: { closedAt: Date | null; waitsSince: Date | null }): ThreadState =>
  thread.closedAt !== null ? 'solved' : thread.waitsSince === null ? 'pending' : 'open'

const tagShape = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u

/**
 * Normalises tags: lower case, single spaces, no duplicates, sorted. Returns null if there are too many, or one is too
 * long or has other characters than letters, digits, spaces, hyphens and underscores. Thus no tag is an address or a
 * link.
 */
export function readTags(typed: readonly string[]): string[] | null {
  const tags = [...new Set(typed.map((tag) => tag.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()))]
  const isValid = tags.length <= maxTags && tags.every((tag) => tagShape.test(tag) && [...tag].length <= maxTag)
  return isValid ? tags.toSorted() : null
}

/** Normalises the text of a support message: control characters and direction marks become spaces. */
export const readSupportText = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (hasInvisibleCharacters(line) ? replaceInvisibleCharacters(line) : line).trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

export const checkSupportText = (text: string): FieldError | null =>
  isBlank(text) ? 'Required' : [...text].length > maxSupportText ? 'TextTooLong' : null

/** True for a UUID. Checked before queries, because PostgreSQL fails for other texts and clients may send anything. */
export const isId = (typed: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed)
