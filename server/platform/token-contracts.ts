import { parseAddress, type ChainAddress } from '#shared/chain-address.ts'
import type { CryptoConfig } from './crypto-config.ts'
import { networkPresets } from './crypto-presets.ts'

/**
 * Contracts of stablecoins that no preset offers: USDT and USDC of OP Mainnet, and the bridged USDC of OP Mainnet,
 * Polygon, Arbitrum and Base. Wallets and explorers show them, so people copy them by mistake.
 */
const otherContracts: readonly string[] = [
  '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
  '0x7f5c764cbc14f9669b88837ca1490cca17c31607',
  '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
  '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
  '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca',
]
const knownContracts = new Set([
  ...otherContracts,
  ...Object.values(networkPresets).flatMap(({ kind, tokens }) =>
    Object.values(tokens).map(({ contract }) => parseAddress(kind, contract)),
  ),
])

/**
 * True for the contract of a token, which is nobody's wallet: coins sent there are lost. Compares with the contracts of
 * every network, because one that was copied from another network is as wrong.
 */
export const isTokenContract = (address: ChainAddress, crypto: Pick<CryptoConfig, 'networks'> | null = null): boolean =>
  knownContracts.has(address) ||
  (crypto?.networks.some(({ tokens }) => tokens.some(({ contract }) => contract === address)) ?? false)
