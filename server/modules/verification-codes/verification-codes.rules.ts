export const lifeMinutes = 10
export const maxTries = 5
/** Seconds shown to users; the limit `code-resend` enforces them. */
export const resendAfterSeconds = 60

/** A repeat so long after the use is a resubmitted form whose response got lost, not a race for the code. */
const repeatAfterMs = 3_000
const repeatBeforeMs = 60_000

export type CodeState = 'right' | 'wrong' | 'repeated'

/** Result of a try. `usedAt`: time of an earlier use. */
export function judgeTry(matches: boolean, usedAt: Date | null, now: Date): CodeState {
  if (!matches) return 'wrong'
  if (!usedAt) return 'right'
  const since = now.getTime() - usedAt.getTime()
  return since >= repeatAfterMs && since <= repeatBeforeMs ? 'repeated' : 'wrong'
}
