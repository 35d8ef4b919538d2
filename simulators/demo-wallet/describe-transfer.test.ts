import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, formatUnits, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { abiText, decimalText, describeTransfer } from './describe-transfer.ts'

const amounts = fc.bigInt({ min: 0n, max: 2n ** 200n })

it('base units of a token are formatted like a library does, with at least two decimals', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 36 }), (units, decimals) => {
      const text = decimalText(units, decimals)
      expect(text.replace(/[.]?0+$/, (end) => (text.includes('.') ? '' : end))).toBe(formatUnits(units, decimals))
      expect(text).toMatch(decimals > 0 ? /^\d+[.]\d{2,}$/ : /^\d+$/)
    }),
  )
})

it('a text returned by a contract is decoded as contracts encode it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      expect(abiText(encodeAbiParameters(parseAbiParameters('string'), [text]))).toBe(text)
    }),
  )
})

it('the recipient and amount of a token transfer are shown instead of the contract', async () => {
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 38_160_000n] })
  const ask = (_method: string, params: readonly unknown[] = []) =>
    Promise.resolve(
      (params[0] as { data: string }).data === '0x313ce567'
        ? '0x06'
        : encodeAbiParameters(parseAbiParameters('string'), ['USDT']),
    )
  const contract = '0x700b6a60ce7eaaea56f065753d8dcb9653dbad35'
  expect(await describeTransfer(ask, { to: contract, data })).toEqual({
    amount: '38.16',
    symbol: 'USDT',
    to,
  })
  expect(await describeTransfer(ask, { to, value: '0xde0b6b3a7640000' })).toEqual({ amount: '1.00', symbol: 'ETH', to })
})
