import { expect, it } from 'vitest'
import { canReceiveSms } from './phone-type.ts'

// Bugs of other projects (openwisp/openwisp-radius#484, valora-inc/wallet#631): codes were sent to landlines, where
// they never arrive.
it.each([
  ['a landline in Beijing', '+861012345678'],
  ['a landline in Hong Kong', '+85221234567'],
  ['a landline in Berlin', '+493012345678'],
  ['a toll-free number of China', '+868001234567'],
  ['a premium number of the United Kingdom', '+449012345678'],
])('no code is sent by SMS to %s', (_, number) => {
  expect(canReceiveSms(number)).toBe(false)
})

it.each([
  ['a mobile number of China', '+8613800138000'],
  ['a virtual operator of China', '+8617012345678'],
  ['a mobile number of Hong Kong', '+85251234567'],
  ['a number of the United States', '+14155552671'],
  ['a mobile number of Germany', '+4915123456789'],
])('a code is sent by SMS to %s', (_, number) => {
  expect(canReceiveSms(number)).toBe(true)
})
