export const lifeMinutes = 10
export const maxTries = 5
/** What people are told; the limit `code-resend` holds it. */
export const resendAfterSeconds = 60

/** A repeat this long after the code was used is a form sent again because its answer got lost, not a race for the code. */
const repeatAfterMs = 3_000
const repeatBeforeMs = 60_000

export type CodeState = 'right' | 'wrong' | 'repeated'

/** What a try comes to, given whether the digits are the right ones and when they were used, if they were. */
export function judgeTry(matches: boolean, usedAt: Date | null, now: Date): CodeState {
  if (!matches) return 'wrong'
  if (!usedAt) return 'right'
  const since = now.getTime() - usedAt.getTime()
  return since >= repeatAfterMs && since <= repeatBeforeMs ? 'repeated' : 'wrong'
}
