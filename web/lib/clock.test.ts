import { expect, test } from 'vitest'
import { clockText, secondsLeft } from './clock.ts'

test('the clock counts down to zero and stays there', () => {
  expect(clockText(secondsLeft(1_781_000, 0))).toBe('29:41')
  expect(clockText(secondsLeft(0, 5_000))).toBe('00:00')
})
