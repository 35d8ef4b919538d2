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

/**
 * Contract addresses of stablecoins as documented by their issuers. Decimals differ by network: 18 on BSC, 6 elsewhere.
 */
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
      USDT: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
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
      USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
      USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
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
      USDT: { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      USDC: { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
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
      USDT: { contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      USDC: { contract: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
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
      USDT: { contract: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', decimals: 6 },
      USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
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
    tokens: { USDT: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 } },
  },
}
