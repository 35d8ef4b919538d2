import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { findOtherStep, makeTotpSecret, matchTotp, totpUri } from './totp.ts'

const secret = makeTotpSecret()
const step = 60_000_000
const shown = (at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at * 30_000 })
const first = new Date(step * 30_000)
const last = new Date(step * 30_000 + 29_999)

it('a TOTP code is valid in its own 30 seconds and in the steps before and after', () => {
  for (const now of [first, last])
    expect([-2, -1, 0, 1, 2].map((away) => matchTotp(secret, shown(step + away), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ])
})

// Codes of a phone whose clock was two minutes off were refused without naming the clock (nextcloud/twofactor_totp#43,
// WordPress/wporg-two-factor#330).
it('a TOTP code of another time within an hour is recognised as such, and never accepted', () => {
  for (const away of [-120, -4, 2, 120]) {
    expect(matchTotp(secret, shown(step + away), first)).toBeNull()
    expect(findOtherStep(secret, shown(step + away), first)).toBe(step + away)
  }
  for (const away of [-1, 0, 1, 125, -125]) expect(findOtherStep(secret, shown(step + away), first)).toBeNull()
  expect(findOtherStep(secret, 'x', first)).toBeNull()
})

it('a TOTP code has six digits, in any spacing', () => {
  const code = shown(step)
  expect(matchTotp(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, first)).toBe(step)
  expect(matchTotp(secret, `\u202d${code.slice(0, 3)}-${code.slice(3)}\ufe0e`, first)).toBe(step)
  for (const wrong of [code.slice(1), `${code}0`, `${code.slice(0, 5)}x`, ''])
    expect(matchTotp(secret, wrong, first)).toBeNull()
})

it('a TOTP secret has 160 bits, and its URI names the parameters', () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(totpUri(secret, 'Wayfare', 'maya'))
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, digits: '6', period: '30', algorithm: 'SHA1' })
})
