import { expect, test } from 'vitest'
import { firstAccount, refusalOf } from './eip1193.ts'

test('wallet error codes are recognized, also nested in other errors', () => {
  expect(refusalOf({ code: 4001 })).toBe('rejected')
  expect(refusalOf({ code: 5000 })).toBe('rejected')
  expect(refusalOf({ code: 'ACTION_REJECTED' })).toBe('rejected')
  expect(refusalOf({ code: -32002 })).toBe('pending')
  expect(refusalOf({ code: -32603, data: { originalError: { code: 4902 } } })).toBe('unknownNetwork')
  expect(refusalOf(new Error('outer', { cause: { code: 4900 } }))).toBe('disconnected')
  expect(refusalOf({ code: -32000, message: 'insufficient funds for gas * price + value' })).toBe('fee')
})

test('any other thrown value is a failure', () => {
  for (const thrown of [undefined, null, 'no', 7, {}, new Error('boom')]) expect(refusalOf(thrown)).toBe('failed')
  const circle: Record<string, unknown> = {}
  circle.cause = circle
  expect(refusalOf(circle)).toBe('failed')
})

test('only a wallet address counts as an account of the wallet', () => {
  const address = `0x${'aB'.repeat(20)}`
  expect(firstAccount([address, 'x'])).toBe(address)
  for (const answer of [[], null, 'x', ['0x12'], [7]]) expect(firstAccount(answer)).toBeNull()
})
