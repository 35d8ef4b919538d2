import { expect, it } from 'vitest'
import type { NetworkConfig } from '#server/platform/crypto-config.ts'
import type { Rpc } from './rpc.ts'
import type { FoundTransfer } from './transfers.rules.ts'
import { verifyTransfer } from './verify-transfer.ts'

const [txHash, blockHash, sender, address] = ['0xaa', '0xbb', '0xcc', '0xdd']
const transfer: FoundTransfer = {
  blockNumber: 90,
  blockHash,
  logIndex: -1,
  txHash,
  contract: null,
  sender,
  address,
  amount: 5n,
}
const network = { confirmations: 3 } as NetworkConfig

/** Node that states the transfer above, as receipts and transactions of Ethereum do, or that it failed. */
const node = (url: string, status: '0x1' | '0x0' = '0x1'): Rpc => ({
  url,
  call: () => Promise.reject(new Error('not asked')),
  all: <T>() =>
    Promise.resolve([
      '0x64',
      { status, blockHash, blockNumber: '0x5a', transactionHash: txHash, transactionIndex: '0x0', logs: [] },
      { hash: txHash, blockHash, from: sender, to: address, value: '0x5', transactionIndex: '0x0' },
    ] as T[]),
  confirmNetwork: () => Promise.resolve(),
})
const verdict = (needed: number, ...nodes: Rpc[]) => verifyTransfer({ nodes }, network, transfer, needed)

it('believes two nodes of different hosts', async () => {
  expect(await verdict(2, node('https://a.example/1'), node('https://b.example/1'))).toBe('true')
  expect(await verdict(1, node('https://a.example/1'))).toBe('true')
})

it('counts the nodes of one host once, because whoever controls it forges them all', async () => {
  const same = [node('https://a.example/1'), node('https://a.example/2'), node('https://a.example./3')]
  expect(await verdict(2, ...same)).toBe('early')
  expect(await verdict(2, ...same, node('https://b.example'))).toBe('true')
  const failed = same.map(({ url }) => node(url, '0x0'))
  expect(await verdict(2, ...failed)).toBe('early')
  expect(await verdict(2, ...failed, node('https://b.example', '0x0'))).toBe('failed')
})
