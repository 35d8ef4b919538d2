import { parseAddress, type ChainAddress } from './chain-address.ts'

/** Contracts of stablecoins that the shop takes, as documented by their issuers. */
export const stablecoins = {
  ethereum: {
    USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  bsc: {
    USDT: '0x55d398326f99059fF775485246999027B3197955',
    USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  },
  polygon: {
    USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  },
  arbitrum: {
    USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  },
  base: {
    USDT: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
    USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  tron: { USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
} as const

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

const knownContracts = new Set(
  [...otherContracts, ...Object.values(stablecoins).flatMap((tokens) => Object.values(tokens))].map((contract) =>
    parseAddress(contract.startsWith('0x') ? 'evm' : 'tron', contract),
  ),
)

type Configured = { readonly networks: readonly { readonly tokens: readonly { readonly contract: string | null }[] }[] }

/**
 * True for the contract of a token, which is nobody's wallet: coins sent there are lost. Compares with the contracts of
 * every network, because one that was copied from another network is as wrong.
 */
export const isTokenContract = (address: ChainAddress, crypto: Configured | null = null): boolean =>
  knownContracts.has(address) ||
  (crypto?.networks.some(({ tokens }) => tokens.some(({ contract }) => contract === address)) ?? false)
