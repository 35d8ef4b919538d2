export const absoluteLifeDays = 30
export const idleLifeDays = 7
/** Maximum of open sessions of an account; another sign-in ends the one used longest ago. */
export const maxSessions = 20
/** Days of sign-in history. */
export const signInDays = 90
/** Hours after which a sign-in's network range is deleted. */
export const networkHours = 24
export const graceSeconds = 60
export const registerTokenMinutes = 15
/** Age from which a full token is replaced by the next response. */
export const rotateAfterMinutes = 60
/** Minimum interval of writing `last_seen_at`, so that reads stay cheap. */
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

/** True if a token is valid at `now`, the database's time. */
export function isTokenAlive(token: TokenState, now: Date): boolean {
  if (token.sessionEndedAt || now >= token.sessionEndsAt) return false
  if (passed(token.lastSeenAt, now, idleLifeDays * 24 * 60)) return false
  if (token.supersededAt && passed(token.supersededAt, now, graceSeconds / 60)) return false
  return token.kind === 'full' || !passed(token.issuedAt, now, registerTokenMinutes)
}

export const shouldRotate = (token: TokenState, now: Date): boolean =>
  token.supersededAt === null && (token.kind === 'register' || passed(token.issuedAt, now, rotateAfterMinutes))

export const shouldTouch = (token: TokenState, now: Date): boolean => passed(token.lastSeenAt, now, touchAfterMinutes)
