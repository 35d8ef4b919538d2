import type { Overview } from '#web/features/affiliate/base/affiliate.queries.ts'

export type Chain = NonNullable<Overview['payoutAddress']>['chain']

export const chainNames: Record<Chain, string> = {
  tron: 'TRON',
  ethereum: 'Ethereum',
  bsc: 'BNB Smart Chain',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum One',
  optimism: 'OP Mainnet',
  base: 'Base',
}
