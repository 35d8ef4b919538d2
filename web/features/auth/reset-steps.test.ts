import { expect, test } from 'vitest'
import { firstKind, stepBack } from './reset-steps.ts'

test('email is asked for first if codes can be sent by email', () => {
  expect(firstKind(['account_name', 'email', 'phone'])).toBe('email')
  expect(firstKind(['account_name', 'phone'])).toBe('account_name')
})

test('a refused password reset returns to the step with the invalid field, except for the password', () => {
  expect(stepBack('InvalidInput', { identifier: 'x' })).toBe('who')
  expect(stepBack('WrongCode', { code: 'x' })).toBe('code')
  expect(stepBack('WrongRecoveryCode', {})).toBe('code')
  expect(stepBack('InvalidInput', { password: 'x' })).toBeNull()
  expect(stepBack('TooManyRequests', {})).toBeNull()
})
