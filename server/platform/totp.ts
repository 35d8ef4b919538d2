import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** One step each way: a clock that is half a minute off, a code that was typed slowly. */
const window = 1

export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** What authenticator apps read from a QR code. SHA-1 and 6 digits: many of them ignore anything else silently. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString()

/** The 30-second step that a code belongs to, or null if it belongs to none near `now`. */
export function matchTotp(secret: string, typed: string, now: Date): number | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}
