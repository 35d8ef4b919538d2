import type { ThreadState } from '#shared/contract/operator/messages.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { maxSupportText } from '#shared/support.ts'
import { hasInvisibleCharacters, isBlank, replaceInvisibleCharacters } from '#shared/visible-text.ts'

/** Minutes for which a support thread is assigned to the operator who took it. */
const takenMinutes = 30
export const takenUntil = (now: Date): Date => new Date(now.getTime() + takenMinutes * 60_000)

type Taken = { readonly takenBy: string | null; readonly takenUntil: Date | null }
export const isTakenFrom = ({ takenBy, takenUntil: until }: Taken, operatorId: string, now: Date): boolean =>
  takenBy !== null && takenBy !== operatorId && until !== null && until > now

export const stateOf = (thread: { closedAt: Date | null; waitsSince: Date | null }): ThreadState =>
  thread.closedAt !== null ? 'closed' : thread.waitsSince === null ? 'answered' : 'waiting'

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
