import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseOnly, payQuery, readPayAddress } from './pay-address.ts'

test('a payment URL is parsed back to the same state', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null })
  fc.assert(
    fc.property(text, text, text, (orderId, network, token) => {
      const address = { orderId, network, token: network === null ? null : token }
      expect(readPayAddress(payQuery(address))).toEqual(address)
    }),
  )
})

test('the chosen network and token use other URL parameters than a login code', () => {
  expect(payQuery({ orderId: null, network: 'base', token: 'USDT' })).toBe('?network=base&asset=USDT')
})

test('a token in the URL without a network is dropped', () => {
  expect(payQuery({ orderId: 'o1', network: null, token: 'USDT' })).toBe('?order=o1')
})

test('the only network is chosen, and one of several never is', () => {
  const none = { orderId: null, network: null, token: null }
  expect(chooseOnly(none, [{ id: 'base' }])).toEqual({ ...none, network: 'base' })
  expect(chooseOnly(none, [{ id: 'base' }, { id: 'tron' }])).toEqual(none)
  expect(chooseOnly(none, [])).toEqual(none)
})

test('a network in the URL is kept, also one that is not offered', () => {
  const asked = { orderId: 'o1', network: 'tron', token: null }
  expect(chooseOnly(asked, [{ id: 'base' }])).toEqual(asked)
})
