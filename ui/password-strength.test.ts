import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test('password strength is zero if too short, low if guessable, and grows with length and variety', () => {
  expect(passwordStrength('abc')).toBe(0)
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaa')).toBe(1)
  expect(passwordStrength('12345678')).toBe(1)
  expect(passwordStrength('Sunshine1')).toBe(1)
  expect(passwordStrength('x7#kQ2pL')).toBeGreaterThanOrEqual(2)
  expect(passwordStrength('a long way to 42 go')).toBe(4)
})
