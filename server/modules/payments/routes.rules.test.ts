import { expect, it } from 'vitest'
import { findChosen, providersFor } from './routes.rules.ts'

const all = ['alipay', 'wechat', 'unionpay', 'stripe', 'crypto'] as const

it("uses the method's own provider or Stripe for yuan, and Stripe for dollars", () => {
  expect(providersFor('alipay', 'CNY', all)).toEqual(['alipay', 'stripe'])
  expect(providersFor('alipay', 'USD', all)).toEqual(['stripe'])
  expect(providersFor('wechat', 'CNY', all)).toEqual(['wechat', 'stripe'])
  expect(providersFor('unionpay', 'CNY', ['unionpay'])).toEqual(['unionpay'])
  expect(providersFor('card', 'CNY', all)).toEqual(['stripe'])
  expect(providersFor('crypto', 'USD', all)).toEqual(['crypto'])
})

it('applies a chosen route to its method and currency, and only while its provider exists', () => {
  const chosen = [{ method: 'alipay', currency: 'CNY', provider: 'stripe' }] as const
  expect(findChosen(chosen, 'alipay', 'CNY', all)).toBe('stripe')
  expect(findChosen(chosen, 'alipay', 'USD', all)).toBeNull()
  expect(findChosen(chosen, 'wechat', 'CNY', all)).toBeNull()
  expect(findChosen(chosen, 'alipay', 'CNY', ['alipay'])).toBeNull()
  expect(findChosen([{ method: 'alipay', currency: 'CNY', provider: 'wechat' }], 'alipay', 'CNY', all)).toBeNull()
})
