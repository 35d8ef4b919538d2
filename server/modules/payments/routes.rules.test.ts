import { expect, it } from 'vitest'
import { findChosen, providersFor } from './routes.rules.ts'

const ids = ['alipay', 'wechat', 'unionpay', 'stripe', 'crypto'] as const
const all = ids.map((id) => ({ id }))

it("offers a method's own payment provider and Stripe for yuan, and for dollars Stripe or the crypto provider", () => {
  expect(providersFor('alipay', 'CNY', all)).toEqual(['alipay', 'stripe'])
  expect(providersFor('alipay', 'USD', all)).toEqual(['stripe'])
  expect(providersFor('wechat', 'CNY', all)).toEqual(['wechat', 'stripe'])
  expect(providersFor('unionpay', 'CNY', [{ id: 'unionpay' }])).toEqual(['unionpay'])
  expect(providersFor('card', 'CNY', all)).toEqual(['stripe'])
  expect(providersFor('crypto', 'USD', all)).toEqual(['crypto'])
})

it('applies a chosen payment route to its method and currency, and only while its provider exists', () => {
  const chosen = [{ method: 'alipay', currency: 'CNY', provider: 'stripe' }] as const
  expect(findChosen(chosen, 'alipay', 'CNY', all)).toBe('stripe')
  expect(findChosen(chosen, 'alipay', 'USD', all)).toBeNull()
  expect(findChosen(chosen, 'wechat', 'CNY', all)).toBeNull()
  expect(findChosen(chosen, 'alipay', 'CNY', [{ id: 'alipay' }])).toBeNull()
  expect(findChosen([{ method: 'alipay', currency: 'CNY', provider: 'wechat' }], 'alipay', 'CNY', all)).toBeNull()
})

it('a gateway for several methods can take those that it serves, in yuan only', () => {
  const some = [
    { id: 'alipay' },
    { id: 'epay1', methods: ['alipay'] },
    { id: 'epay2', methods: ['alipay', 'wechat'] },
  ] as const
  expect(providersFor('alipay', 'CNY', some)).toEqual(['alipay', 'epay1', 'epay2'])
  expect(providersFor('wechat', 'CNY', some)).toEqual(['epay2'])
  expect(providersFor('alipay', 'USD', some)).toEqual([])
  expect(providersFor('unionpay', 'CNY', some)).toEqual([])
  expect(findChosen([{ method: 'wechat', currency: 'CNY', provider: 'epay1' }], 'wechat', 'CNY', some)).toBeNull()
})
