export const lifeMinutes = 10
export const maxTries = 5
/** Seconds until a code can be resent, as shown to users. The limit `code-resend` enforces them. */
export const resendAfterSeconds = 60

/**
 * Time after the use of a code, from 3 to 60 seconds. If the code is repeated in that time, the form was submitted
 * again because the response was lost. A code repeated earlier is a race for it.
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
