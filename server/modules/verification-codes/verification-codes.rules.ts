export const lifeMinutes = 10
export const maxTries = 5
/** Seconds until a verification code can be resent, as shown to users. The rate limit `code-resend` enforces them. */
export const resendAfterSeconds = 60

/**
 * Range of milliseconds after the use of a verification code in which the same code is accepted as a repetition: the
 * form was submitted again because the response was lost. A code repeated earlier than that comes from somebody else
 * who raced to use it.
 */
const repeatAfterMs = 3_000
const repeatBeforeMs = 60_000

export type CodeState = 'right' | 'wrong' | 'repeated'

export function judgeTry(matches: boolean, usedAt: Date | null, now: Date): CodeState {
  if (!matches) return 'wrong'
  if (!usedAt) return 'right'
  const since = now.getTime() - usedAt.getTime()
  return since >= repeatAfterMs && since <= repeatBeforeMs ? 'repeated' : 'wrong'
}
