import { demoAccount, type LocalChain } from './start-chain.ts'

type Options = {
  rpcs?: readonly string[]
  name?: string
  confirmations?: number | 'finalized'
  addresses?: 'derived' | 'pool'
  strays?: boolean
  tokens?: readonly ('USDT' | 'USDC' | 'FEE')[]
  /** True if the network's own coin is accepted too, which needs exchange rates. */
  native?: boolean
}

export const describeChain = (
  chain: Pick<LocalChain, 'rpcUrl' | 'chainId' | 'tokens'>,
  {
    rpcs = [chain.rpcUrl],
    name = 'Local chain',
    confirmations = 3,
    addresses = 'derived',
    strays = true,
    tokens = ['USDT', 'USDC'],
    native = false,
  }: Options = {},
) => ({
  name,
  chainId: chain.chainId,
  nativeSymbol: 'ETH',
  confirmations,
  blockSeconds: 1,
  addresses,
  strays,
  walletRpcUrl: chain.rpcUrl,
  rpcs: rpcs.map((url) => ({ url, timeoutMs: 2_000 })),
  tokens: {
    ...Object.fromEntries(
      tokens.map((id) => [id, { contract: chain.tokens[id].address, decimals: chain.tokens[id].decimals }]),
    ),
    ...(native && { ETH: {} }),
  },
})

export const describeCrypto = (
  networks: Readonly<Record<string, ReturnType<typeof describeChain>>>,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  xpub: demoAccount.publicExtendedKey,
  networks,
  rates: { kind: 'fixed', cnyPerUsd: '7.12', spreadBps: 0 },
  ...more,
})
