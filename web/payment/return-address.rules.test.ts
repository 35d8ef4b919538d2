import { expect, test } from 'vitest'
import { judgeReturnAddress } from './return-address.rules.ts'

// Checksummed addresses: examples of EIP-55 in the form of each network.
const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const tron = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX'
const own = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ours = {
  evm: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', contract: own },
  tron: { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', contract: null },
}
const bsc = '0x55d398326f99059fF775485246999027B3197955'
const usdtTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

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
  ['the address that was paid to', 'evm', ours.evm.address.toLowerCase(), { fault: 'ours' }],
  ['an address of TRON', 'tron', tron, { address: tron }],
  [
    'an address of TRON with one wrong letter',
    'tron',
    tron.replace(tron.charAt(5), tron.charAt(5) === 'x' ? 'y' : 'x'),
    { fault: 'wrong' },
  ],
  ['an EVM address', 'tron', evm, { fault: 'wrong' }],
  ['the contract of USDT on another network', 'evm', bsc, { fault: 'contract' }],
  ['the contract of USDT without capital letters', 'evm', bsc.toLowerCase(), { fault: 'contract' }],
  ['a link to the contract of USDT', 'evm', `ethereum:${bsc}@56`, { fault: 'contract' }],
  [
    'a link that pays USDT to a wallet',
    'evm',
    `ethereum:${bsc}@56/transfer?address=${evm}&uint256=1`,
    { address: evm },
  ],
  ['a link that pays USDT to its contract', 'evm', `ethereum:${bsc}/transfer?address=${bsc}`, { fault: 'contract' }],
  ['the contract of the token that was paid with', 'evm', own, { fault: 'contract' }],
  ['the contract of USDT', 'tron', usdtTron, { fault: 'contract' }],
  ['the address that was paid to', 'tron', ours.tron.address, { fault: 'ours' }],
] as const)('judges %s, typed to get money back on %s', (_what, network, typed, judged) => {
  expect(judgeReturnAddress(typed, ours[network])).toEqual(judged)
})
