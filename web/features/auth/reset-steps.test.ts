import { expect, test } from 'vitest'
import { firstKind, stepBack } from './reset-steps.ts'

test('an email address is asked for first where codes can be sent to one', () => {
  expect(firstKind(['account_name', 'email', 'phone'])).toBe('email')
  expect(firstKind(['account_name', 'phone'])).toBe('account_name')
})

test('a refusal of the new password leads back to the step whose field is wrong, and to no step for the password itself', () => {
  expect(stepBack('InvalidInput', { identifier: 'x' })).toBe('who')
  expect(stepBack('WrongCode', { code: 'x' })).toBe('code')
  expect(stepBack('WrongRecoveryCode', {})).toBe('code')
  expect(stepBack('InvalidInput', { password: 'x' })).toBeNull()
  expect(stepBack('TooManyRequests', {})).toBeNull()
})
