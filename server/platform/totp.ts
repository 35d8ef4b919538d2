import { Secret, TOTP } from 'otpauth'
import { normalizeCode } from '#shared/account-rules.ts'

const periodSeconds = 30
/**
 * Number of time steps before and after the current one in which a code is accepted, for wrong clocks and slow typing.
 */
const window = 1

/** Number of time steps in an hour. */
const hourSteps = 120

export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/**
 * URI for the QR code of authenticator apps. It asks for SHA-1 and 6 digits, because many apps silently ignore other
 * values.
 */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString()

export function matchTotp(secret: string, typed: string, now: Date): number | null {
  const token = normalizeCode(typed)
  if (token === null) return null
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

/**
 * Time step of a code that is right, but for another time within an hour, because the clock of the device that shows it
 * is wrong. Null for other codes.
 */
export function findOtherStep(secret: string, typed: string, now: Date): number | null {
  const token = normalizeCode(typed)
  if (token === null) return null
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: hourSteps })
  return delta !== null && Math.abs(delta) > window ? Math.floor(now.getTime() / 1000 / periodSeconds) + delta : null
}
