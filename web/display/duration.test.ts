import { expect, test } from 'vitest'
import account from '#text/en/site/account.ts'
import { daysLeft, signedDuration } from './duration.ts'

test('a duration is shown in its two largest units with its sign', () => {
  const said = (seconds: number) => signedDuration(seconds, account.ledger)
  expect(said(365 * 86_400)).toBe('+365 days')
  expect(said(900)).toBe('+15 min')
  expect(said(86_400 + 3 * 3_600 + 59)).toBe('+1 day 3 h')
  expect(said(-(20 * 86_400 + 7_200))).toBe('−20 days 2 h')
  expect(said(45)).toBe('+45 s')
  expect(said(0)).toBe('0 min')
})

test('a started day of a duration counts as a day', () => {
  expect(daysLeft(365 * 86_400_000, 5_000)).toBe(365)
  expect(daysLeft(1_000, 0)).toBe(1)
})
