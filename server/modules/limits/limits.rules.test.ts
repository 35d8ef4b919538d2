import { expect, it } from 'vitest'
import { limits } from './limits.rules.ts'

const minute = 60
const hour = 60 * minute

it.each([
  ['password-asker', 10, 15 * minute],
  ['password-account', 10, 15 * minute],
  ['factor-asker', 10, 15 * minute],
  ['code-resend', 1, minute],
  ['redeem-account', 20, hour],
  ['redeem-network', 20, hour],
  ['promo-account', 20, hour],
] as const)('of %s, at most %i are let through in %i seconds', (name, most, seconds) => {
  expect(limits).toMatchObject({ [name]: { most, seconds } })
})
