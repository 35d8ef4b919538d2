import { expect, it } from 'vitest'
import type { Deposit } from '#server/modules/chains/deposits.queries.ts'
import { presentToken } from './present-token.ts'

const deposit: Deposit = {
  attemptId: 'a',
  orderId: 'o',
  network: 'tron',
  kind: 'tron',
  token: 'USDT',
  // USDT on TRON, which block explorers write as TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t.
  contract: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  decimals: 6,
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  amount: '44900000',
  usdMinor: 4_490,
  createdAt: new Date(0),
}
const nothing = { receivedMinor: 0, refundedMinor: 0, refundingMinor: 0 }

it.each([
  ['tron', { address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  [
    'evm',
    {
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      contract: '0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C',
    },
  ],
] as const)('an order names the address to pay to as wallets of its network write it: %s', (kind, written) => {
  expect(presentToken({ totalMinor: 4_490 }, [{ ...deposit, kind }], [], nothing)).toMatchObject(written)
})

it('an order that is paid in the coin of its network names no contract', () => {
  expect(presentToken({ totalMinor: 4_490 }, [{ ...deposit, contract: null }], [], nothing)?.contract).toBeNull()
})
