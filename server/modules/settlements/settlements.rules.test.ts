import { expect, it } from 'vitest'
import {
  currentPeriod,
  explorerUrl,
  missingMinor,
  periodEnd,
  readPeriod,
  readTransactionHash,
} from './settlements.rules.ts'

it('a month is closed at its end, UTC', () => {
  expect([readPeriod('2026-10'), readPeriod('2026-13'), readPeriod('october')]).toEqual(['2026-10-01', null, null])
  expect(periodEnd('2026-12-01').toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(currentPeriod(new Date('2026-11-30T23:59:59Z'))).toBe('2026-11-01')
})

it('a transaction is written as its chain writes it', () => {
  const digits = 'Ab'.repeat(32)
  expect(readTransactionHash('tron', digits)).toBe(digits.toLowerCase())
  expect(readTransactionHash('tron', `0x${digits}`)).toBeNull()
  expect(readTransactionHash('base', ` 0x${digits} `)).toBe(`0x${digits.toLowerCase()}`)
  for (const [chain, text] of [
    ['base', digits],
    ['base', `0x${digits}0`],
    ['base', '0x'],
    ['dogecoin', digits],
  ] as const)
    expect(readTransactionHash(chain, text)).toBeNull()
  expect(explorerUrl('tron', 'ab')).toBe('https://tronscan.org/#/transaction/ab')
  expect([explorerUrl('tron', null), explorerUrl('dogecoin', 'ab')]).toEqual([null, null])
})

it('what is missing to the minimum is nothing from there on', () => {
  expect([missingMinor(9_999, 10_000), missingMinor(10_000, 10_000), missingMinor(-500, 10_000)]).toEqual([
    1, 0, 10_500,
  ])
})
