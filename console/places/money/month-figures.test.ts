import { expect, it } from 'vitest'
import { changeOf, churnOf, sumsOf } from './month-figures.ts'

const row = (currency: 'CNY' | 'USD', provider: string, paid: number, refunded: number) => {
  const of = (amountMinor: number) => ({ amountMinor, currency })
  return {
    currency,
    provider,
    paid: of(paid),
    refunded: of(refunded),
    lost: of(1),
    net: of(paid - refunded - 1),
    payments: 2,
  }
}

it('revenue adds up the providers of one currency, and never two currencies', () => {
  const revenue = [row('CNY', 'alipay', 100, 10), row('CNY', 'wechat', 50, 0), row('USD', 'stripe', 7, 0)]
  expect(sumsOf({ revenue }, 'CNY')).toEqual({ paid: 150, refunded: 10, lost: 2, net: 138, payments: 4 })
  expect(sumsOf({ revenue }, 'USD')).toEqual({ paid: 7, refunded: 0, lost: 1, net: 6, payments: 2 })
  expect(sumsOf({ revenue: [] }, 'USD').net).toBe(0)
})

it('compares the net revenue of a month with an earlier one only when the month is over and the earlier one is not zero', () => {
  const change = (net: number, before: number | undefined, isOver = true) => changeOf({ isOver, net }, before)
  expect([change(150, 100), change(50, 100), change(100, 100)]).toEqual(['+50.0 %', '−50.0 %', '+0.0 %'])
  expect([change(150, 0), change(150, undefined), change(150, 100, false)]).toEqual(['–', '–', '–'])
  expect(change(100, -200)).toBe('+150.0 %')
})

it('churn is the share of the members at the start of the period whose membership ended', () => {
  expect([churnOf({ atStart: 8, ended: 1 }), churnOf({ atStart: 0, ended: 0 })]).toEqual(['12.5 %', '–'])
})
