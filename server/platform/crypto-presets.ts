import { stablecoins } from '#shared/token-contracts.ts'

export type NetworkPreset = {
  readonly name: string
  readonly kind: 'evm' | 'tron'
  readonly chainId: number
  readonly nativeSymbol: string
  readonly confirmations: number | 'finalized'
  readonly blockSeconds: number
  readonly explorerUrl: string | null
  readonly addresses: 'derived' | 'pool'
  readonly tokens: Readonly<Record<string, { readonly contract: string; readonly decimals: number }>>
}

/** Networks whose settings are known. Decimals of stablecoins differ by network: 18 on BSC, 6 elsewhere. */
export const networkPresets: Readonly<Record<string, NetworkPreset>> = {
  ethereum: {
    name: 'Ethereum',
    kind: 'evm',
    chainId: 1,
    nativeSymbol: 'ETH',
    confirmations: 'finalized',
    blockSeconds: 12,
    explorerUrl: 'https://etherscan.io',
    addresses: 'pool',
    tokens: {
      USDT: { contract: stablecoins.ethereum.USDT, decimals: 6 },
      USDC: { contract: stablecoins.ethereum.USDC, decimals: 6 },
    },
  },
  bsc: {
    name: 'BNB Smart Chain',
    kind: 'evm',
    chainId: 56,
    nativeSymbol: 'BNB',
    confirmations: 15,
    blockSeconds: 0.75,
    explorerUrl: 'https://bscscan.com',
    addresses: 'derived',
    tokens: {
      USDT: { contract: stablecoins.bsc.USDT, decimals: 18 },
      USDC: { contract: stablecoins.bsc.USDC, decimals: 18 },
    },
  },
  polygon: {
    name: 'Polygon',
    kind: 'evm',
    chainId: 137,
    nativeSymbol: 'POL',
    confirmations: 128,
    blockSeconds: 2,
    explorerUrl: 'https://polygonscan.com',
    addresses: 'derived',
    tokens: {
      USDT: { contract: stablecoins.polygon.USDT, decimals: 6 },
      USDC: { contract: stablecoins.polygon.USDC, decimals: 6 },
    },
  },
  arbitrum: {
    name: 'Arbitrum One',
    kind: 'evm',
    chainId: 42_161,
    nativeSymbol: 'ETH',
    confirmations: 240,
    blockSeconds: 0.25,
    explorerUrl: 'https://arbiscan.io',
    addresses: 'derived',
    tokens: {
      USDT: { contract: stablecoins.arbitrum.USDT, decimals: 6 },
      USDC: { contract: stablecoins.arbitrum.USDC, decimals: 6 },
    },
  },
  base: {
    name: 'Base',
    kind: 'evm',
    chainId: 8453,
    nativeSymbol: 'ETH',
    confirmations: 30,
    blockSeconds: 2,
    explorerUrl: 'https://basescan.org',
    addresses: 'derived',
    tokens: {
      USDT: { contract: stablecoins.base.USDT, decimals: 6 },
      USDC: { contract: stablecoins.base.USDC, decimals: 6 },
    },
  },
  tron: {
    name: 'TRON',
    kind: 'tron',
    chainId: 728_126_428,
    nativeSymbol: 'TRX',
    confirmations: 20,
    blockSeconds: 3,
    explorerUrl: 'https://tronscan.org',
    addresses: 'pool',
    tokens: { USDT: { contract: stablecoins.tron.USDT, decimals: 6 } },
  },
}
