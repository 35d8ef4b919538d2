import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceData, fromHex, toHex, transferData } from './erc20.ts'

const address = fc.stringMatching(/^[0-9a-fA-F]{40}$/).map((digits) => `0x${digits}`)

test('a transfer is encoded by the ERC-20 standard', () => {
  expect(transferData('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 38_160_000n)).toBe(
    '0xa9059cbb' +
      '00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8' +
      '0000000000000000000000000000000000000000000000000000000002464680',
  )
})

test('wallet address and amount can be decoded from the call', () => {
  fc.assert(
    fc.property(address, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (to, amount) => {
      const data = transferData(to, amount)
      expect(data).toHaveLength(2 + 8 + 128)
      expect(`0x${data.slice(34, 74)}`).toBe(to.toLowerCase())
      expect(fromHex(`0x${data.slice(74)}`)).toBe(amount)
      expect(fromHex(toHex(amount))).toBe(amount)
    }),
  )
})

test('an invalid wallet address is refused', () => {
  for (const to of ['', '0x', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', `0x${'0'.repeat(39)}`, `0x${'g'.repeat(40)}`]) {
    expect(() => transferData(to, 1n)).toThrow('not an address')
    expect(() => balanceData(to)).toThrow('not an address')
  }
})

test('a non-numeric response is not a balance', () => {
  for (const answer of ['0x', '', null, undefined, 5, '0xzz']) expect(fromHex(answer)).toBeNull()
  expect(fromHex('0x0')).toBe(0n)
})
