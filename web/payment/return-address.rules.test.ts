import { expect, test } from 'vitest'
import { judgeReturnAddress } from './return-address.rules.ts'

// Checksummed addresses: EIP-55's own example, and USDT on TRON.
const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ours = { evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tron: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }

test.each([
  ['an address with its checksum', 'evm', evm, { address: evm }],
  ['an address without a checksum', 'evm', evm.toLowerCase(), { address: evm.toLowerCase() }],
  ['an address among spaces and invisible characters', 'evm', ` \u200b${evm}\n`, { address: evm }],
  ['a payment link of a wallet', 'evm', `ethereum:${evm}@56`, { address: evm }],
  ['an address with one wrong letter', 'evm', evm.replace('E7', 'e7'), { fault: 'wrong' }],
  ['an address that lacks its end', 'evm', evm.slice(0, -1), { fault: 'wrong' }],
  ['an address of TRON', 'evm', tron, { fault: 'wrong' }],
  ['a transaction hash', 'evm', `0x${'a'.repeat(64)}`, { fault: 'wrong' }],
  ['a name', 'evm', 'alice.eth', { fault: 'wrong' }],
  ['nothing', 'evm', '', { fault: 'wrong' }],
  ['the address that was paid to', 'evm', ours.evm.toLowerCase(), { fault: 'ours' }],
  ['an address of TRON', 'tron', tron, { address: tron }],
  ['an address of TRON with one wrong letter', 'tron', tron.replace('NH', 'nH'), { fault: 'wrong' }],
  ['an EVM address', 'tron', evm, { fault: 'wrong' }],
  ['the address that was paid to', 'tron', ours.tron, { fault: 'ours' }],
] as const)('judges %s, typed to get money back on %s', (_what, network, typed, judged) => {
  expect(judgeReturnAddress(typed, ours[network])).toEqual(judged)
})
