import { expect, it } from 'vitest'
import { selectionText } from './selection.ts'

it('a selection shows its number of rows and their sum in each currency', () => {
  const cny = { amountMinor: 42_800, currency: 'CNY' }
  expect(selectionText([cny, { amountMinor: 100, currency: 'USD' }, cny], 'en')).toBe('3 · ¥856.00 + $1.00')
  expect(selectionText([], 'en')).toBe('0')
})
