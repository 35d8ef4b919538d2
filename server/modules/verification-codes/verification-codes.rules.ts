export const lifeMinutes = 10
export const maxTries = 5
/** Seconds until a code can be resent, as shown to users. The limit `code-resend` enforces them. */
export const resendAfterSeconds = 60

/**
 * A correct code repeated within this range after its use is a form submitted again because the response was lost, not
 * a race for the code.
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
