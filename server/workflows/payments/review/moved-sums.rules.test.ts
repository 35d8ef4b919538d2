import { expect, it } from 'vitest'
import { totalsOf, wonDisputeAmounts } from './moved-sums.rules.ts'

const payment = { amountMinor: 1_000, currency: 'USD', refundedMinor: 200, lostMinor: 100 }
const other = { amountMinor: 50, currency: 'CNY', refundedMinor: 0, lostMinor: 0 }

it('amounts are added up per currency, and zero sums are left out', () => {
  const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' })
  expect(totalsOf([usd(3), { amountMinor: 5, currency: 'CNY' }, usd(4)])).toEqual([
    usd(7),
    { amountMinor: 5, currency: 'CNY' },
  ])
  expect(totalsOf([usd(3), usd(-3)])).toEqual([])
})

it('the amount regained by won disputes is at most the remainder of the payment', () => {
  expect(
    wonDisputeAmounts([
      { payment, amountMinor: 300 },
      { payment, amountMinor: 300 },
    ]),
  ).toEqual([{ amountMinor: 600, currency: 'USD' }])
  expect(
    wonDisputeAmounts([
      { payment, amountMinor: 600 },
      { payment, amountMinor: 600 },
      { payment: other, amountMinor: 70 },
    ]),
  ).toEqual([
    { amountMinor: 700, currency: 'USD' },
    { amountMinor: 50, currency: 'CNY' },
  ])
  expect(wonDisputeAmounts([{ payment: { ...payment, refundedMinor: 1_000 }, amountMinor: 5 }])).toEqual([])
})
