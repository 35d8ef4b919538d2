import { expect, test } from 'vitest'
import { isReturnAddress } from './return-address.rules.ts'

const ours = '0xAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaa'

test.each([
  ['an EVM address', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['a TRON address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['the address that was paid to', ours.toLowerCase(), false],
  ['a transaction hash', `0x${'a'.repeat(64)}`, false],
  ['a name', 'alice.eth', false],
  ['nothing', '', false],
])('money can be returned only to a valid wallet address of the buyer: %s', (_what, text, expected) => {
  expect(isReturnAddress(text, ours)).toBe(expected)
})
