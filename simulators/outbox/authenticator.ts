import { Secret, TOTP } from 'otpauth'

/**
 * Authenticators of the demo operators. Their secrets are public, because the outbox page serves as their authenticator
 * app.
 */
export const demoAuthenticators = (
  [
    ['olive', 'owner'],
    ['finn', 'finance'],
    ['sue', 'support'],
    ['vic', 'viewer'],
  ] as const
).map(([name, role]) => ({ name, role, totpSecret: Secret.fromUTF8(`the demo's operator ${name}`).base32 }))
export const demoOperatorSecret = 'clear-road-2026'

export const codeAt = (totpSecret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(totpSecret), digits: 6, period: 30 }).generate({ timestamp: at.getTime() })
