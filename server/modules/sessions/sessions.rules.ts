export const absoluteLifeDays = 30
export const idleLifeDays = 7
/** Open at once for one account. One more sign-in ends the session that was used longest ago. */
export const maxSessions = 20
/** So long the history of sign-ins goes back. */
export const signInDays = 90
/** After so many hours nothing is kept of the network that someone signed in from, not even the range. */
export const networkHours = 24
export const graceSeconds = 60
export const registerTokenMinutes = 15
/** A full token older than this is replaced by the next answer. */
export const rotateAfterMinutes = 60
/** `last_seen_at` is written at most this often: a read stays a read. */
export const touchAfterMinutes = 5

export type TokenState = {
  readonly kind: 'full' | 'register'
  readonly issuedAt: Date
  readonly supersededAt: Date | null
  readonly lastSeenAt: Date
  readonly sessionEndsAt: Date
  readonly sessionEndedAt: Date | null
}

const passed = (since: Date, now: Date, minutes: number) => now.getTime() - since.getTime() > minutes * 60_000

/** Whether a token still opens anything at `now`, the database's time. */
export function isTokenAlive(token: TokenState, now: Date): boolean {
  if (token.sessionEndedAt || now >= token.sessionEndsAt) return false
  if (passed(token.lastSeenAt, now, idleLifeDays * 24 * 60)) return false
  if (token.supersededAt && passed(token.supersededAt, now, graceSeconds / 60)) return false
  return token.kind === 'full' || !passed(token.issuedAt, now, registerTokenMinutes)
}

export const shouldRotate = (token: TokenState, now: Date): boolean =>
  token.supersededAt === null && (token.kind === 'register' || passed(token.issuedAt, now, rotateAfterMinutes))

export const shouldTouch = (token: TokenState, now: Date): boolean => passed(token.lastSeenAt, now, touchAfterMinutes)
