import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payQuery, readPayAddress } from './pay-address.ts'

test('an address leads back to the same state', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null })
  fc.assert(
    fc.property(text, text, text, (orderId, network, token) => {
      const address = { orderId, network, token: network === null ? null : token }
      expect(readPayAddress(payQuery(address))).toEqual(address)
    }),
  )
})

test('the choice is no login code', () => {
  expect(payQuery({ orderId: null, network: 'base', token: 'USDT' })).toBe('?network=base&asset=USDT')
})

test('a token without its network is no choice', () => {
  expect(payQuery({ orderId: 'o1', network: null, token: 'USDT' })).toBe('?order=o1')
})
