export const absoluteLifeDays = 30
export const idleLifeDays = 7
/** Maximum number of open sessions per account. A further sign-in ends the session that was not used for longest. */
export const maxSessions = 20
export const signInDays = 90
/** Hours after which the network range stored with a sign-in is deleted. */
export const networkHours = 24
export const graceSeconds = 60
export const registerTokenMinutes = 15
/** Minutes after which a session token is replaced with the next response. */
const rotateAfterMinutes = 60
/** Minimum minutes between writes of `last_seen_at`, so that reading a session stays cheap. */
const touchAfterMinutes = 5

export type TokenState = {
  readonly kind: 'full' | 'register'
  readonly issuedAt: Date
  readonly supersededAt: Date | null
  readonly lastSeenAt: Date
  readonly sessionEndsAt: Date
  readonly sessionEndedAt: Date | null
}

const passed = (since: Date, now: Date, minutes: number) => now.getTime() - since.getTime() > minutes * 60_000

export function isTokenAlive(token: TokenState, now: Date): boolean {
  if (token.sessionEndedAt || now >= token.sessionEndsAt) return false
  if (passed(token.lastSeenAt, now, idleLifeDays * 24 * 60)) return false
  if (token.supersededAt && passed(token.supersededAt, now, graceSeconds / 60)) return false
  return token.kind === 'full' || !passed(token.issuedAt, now, registerTokenMinutes)
}

export const shouldRotate = (token: TokenState, now: Date): boolean =>
  token.supersededAt === null && (token.kind === 'register' || passed(token.issuedAt, now, rotateAfterMinutes))

export const shouldTouch = (token: TokenState, now: Date): boolean => passed(token.lastSeenAt, now, touchAfterMinutes)
