import { expect, test } from 'vitest'
import en from '#text/en/site/security.ts'
import zh from '#text/zh-CN/site/security.ts'
import { lossLines, type AccountLosses } from './account-losses.ts'

const now = Date.UTC(2026, 10, 30, 12)
const none: AccountLosses = { expiresAt: null, devices: 0, invited: 0, bonusSeconds: 0, unpaidMinor: null }
const lines = (losses: AccountLosses | undefined) => lossLines(en.deletion.goes, losses, 'en', now).join('\n')

test('an affiliate with a membership reads the days, devices, rewards and commission that a deletion erases', () => {
  const all = {
    expiresAt: now + 52.5 * 86_400_000,
    devices: 2,
    invited: 3,
    bonusSeconds: 1_036_800,
    unpaidMinor: 9_542,
  }
  expect(lines(all)).toContain('53 days of membership')
  expect(lines(all)).toContain('2 devices')
  expect(lines(all)).toContain('3 friends')
  expect(lines(all)).toContain('12 days')
  expect(lines(all)).toContain('$95.42')
  const chinese = lossLines(zh.deletion.goes, all, 'zh-CN', now).join('\n')
  for (const each of ['53', '2', '3', '12', '95.42']) expect(chinese).toContain(each)
})

test('somebody without membership, friends and commission reads of none', () => {
  expect(lines(none)).not.toMatch(/\d|membership|friend|commission/)
  expect(lines({ ...none, expiresAt: now - 1 })).not.toContain('membership')
})

test('no earned days are named where none were earned', () => {
  expect(lines({ ...none, invited: 1 })).toMatch(/1 friend$/m)
})

test('an affiliate whose refunds exceed the commission reads no sum, but that the links end', () => {
  expect(lines({ ...none, unpaidMinor: -500 })).toContain('affiliate links')
  expect(lines({ ...none, unpaidMinor: -500 })).not.toContain('$')
})

test('everything that there may be is named if the figures could not be loaded', () => {
  for (const each of ['membership', 'devices', 'invites', 'commission']) expect(lines(undefined)).toContain(each)
})
