import { expect, it } from 'vitest'
import { isRows } from '#console/client/shape.ts'
import { withSum } from './fill.ts'

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' })

it('a button shows the amount to be moved, with amounts in other currencies', () => {
  expect(withSum('Refund', { amount: usd(4_490) }, 'en')).toBe('Refund: $44.90')
  const others = [{ amountMinor: 3_500, currency: 'CNY' }]
  expect(withSum('Refund', { amount: usd(4_490), others }, 'en')).toBe('Refund: $44.90 + ¥35.00')
  expect(withSum('Refund', { amount: usd(0), others }, 'en')).toBe('Refund: ¥35.00')
})

it('a button shows only its name if no money is moved or no amount is known', () => {
  for (const output of [null, undefined, {}, { amount: null }, { amount: '4' }, { amount: usd(0), others: [] }])
    expect(withSum('Refund', output, 'en')).toBe('Refund')
})

it('a list of sums is shown as one value, and a list of records as a table', () => {
  const record = { properties: { amountMinor: {}, currency: {} } }
  expect(isRows({ type: 'array', items: { ...record, money: true } })).toBe(false)
  expect(isRows({ type: 'array', items: record })).toBe(true)
})
