import { demoAccount, type LocalChain } from './start-chain.ts'

type Options = {
  /** Nodes in the place of the chain's own. */
  rpcs?: readonly string[]
  name?: string
  confirmations?: number | 'finalized'
  addresses?: 'derived' | 'pool'
  strays?: boolean
  tokens?: readonly ('USDT' | 'USDC' | 'FEE')[]
  /** Takes the chain's own coin too, which needs a source of rates. */
  native?: boolean
}

/** A local chain as a network of the configuration file. */
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

/** The whole configuration file, as `CRYPTO_CONFIG_FILE` names it. */
export const describeCrypto = (
  networks: Readonly<Record<string, ReturnType<typeof describeChain>>>,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  xpub: demoAccount.publicExtendedKey,
  networks,
  rates: { kind: 'fixed', cnyPerUsd: '7.12', spreadBps: 0 },
  ...more,
})
