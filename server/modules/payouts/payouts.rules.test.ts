import { expect, it } from 'vitest'
import {
  addressKey,
  currentPeriod,
  explorerUrl,
  missingMinor,
  periodEnd,
  readPeriod,
  readTransactionHash,
} from './payouts.rules.ts'

it('closes a payout month at its end in its time zone', () => {
  expect([readPeriod('2026-10'), readPeriod('2026-13'), readPeriod('october')]).toEqual(['2026-10-01', null, null])
  expect(periodEnd('2026-12-01', []).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  const shanghai = [{ from: '2026-11', zone: 'Asia/Shanghai' }]
  expect(periodEnd('2026-12-01', shanghai).toISOString()).toBe('2026-12-31T16:00:00.000Z')
  const late = new Date('2026-11-30T23:59:59Z')
  expect([currentPeriod(late, []), currentPeriod(late, shanghai)]).toEqual(['2026-11-01', '2026-12-01'])
})

it('writes a transaction hash in the notation of its blockchain', () => {
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

it('the amount missing to the minimum payout is zero from the minimum on', () => {
  expect([missingMinor(9_999, 10_000), missingMinor(10_000, 10_000), missingMinor(-500, 10_000)]).toEqual([
    1, 0, 10_500,
  ])
})

it('parses a payout month with its year and nothing else', () => {
  expect(['2026-01', '2026-09', '2026-10', '2026-12', '2099-11'].map(readPeriod)).toEqual([
    '2026-01-01',
    '2026-09-01',
    '2026-10-01',
    '2026-12-01',
    '2099-11-01',
  ])
  for (const text of ['x2026-10', '2026-10x', '2026-00', '2026-0a', '1926-10', '2026-1', '2026-13', '20aa-10'])
    expect(readPeriod(text), text).toBeNull()
})

it('accepts no text before a transaction hash, and makes no explorer link for an unknown blockchain', () => {
  const digits = 'ab'.repeat(32)
  expect(readTransactionHash('bsc', `x0x${digits}`)).toBeNull()
  expect(readTransactionHash('tron', `x${digits}`)).toBeNull()
  expect(readTransactionHash('bsc', `0x${digits}x`)).toBeNull()
  expect(explorerUrl(null, digits)).toBeNull()
  expect(explorerUrl('toString', digits)).toBeNull()
})

it('compares payout wallet addresses in lower case', () => {
  expect(addressKey('0xAbCd')).toBe('0xabcd')
})
