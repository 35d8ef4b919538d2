import { expect, test } from 'vitest'
import { clockText, secondsLeft } from './display-date.ts'

test('the countdown stops at zero', () => {
  expect(clockText(secondsLeft(1_781_000, 0))).toBe('29:41')
  expect(clockText(secondsLeft(0, 5_000))).toBe('00:00')
})

test('the countdown shows hours while more than one is left', () => {
  expect(clockText(17 * 3600 + 42 * 60 + 8)).toBe('17:42:08')
  expect(clockText(3601)).toBe('01:00:01')
  expect(clockText(3600)).toBe('60:00')
})
