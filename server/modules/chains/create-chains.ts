import { formatAddress, type ChainAddress } from '#shared/chain-address.ts'
import type { CryptoConfig, NetworkConfig, TokenConfig } from '#server/platform/crypto-config.ts'
import type { Log } from '#server/platform/log.ts'
import { openAccount, type Account } from './derive-address.ts'
import { createRates, type ReadRates } from './exchange-rates.ts'
import { createRpcPool, type RpcPool } from './rpc.ts'

export type Network = NetworkConfig & { readonly pool: RpcPool }
export type Chains = {
  readonly config: CryptoConfig
  readonly networks: readonly Network[]
  readonly account: Account | null
  readonly readRates: ReadRates
  find(network: string): Network | undefined
}

/** Opens the configured networks without contacting a node. Throws `ConfigError`. */
export async function createChains(config: CryptoConfig, log: Log): Promise<Chains> {
  const networks = config.networks.map((network) => ({ ...network, pool: createRpcPool(network, log) }))
  return {
    config,
    networks,
    account: config.xpub === null ? null : await openAccount(config.xpub),
    readRates: createRates(config.rates),
    find: (id) => networks.find((network) => network.id === id),
  }
}

/** EIP-681 payment URI for the amount that a deposit still lacks. Null if the network does not support such URIs. */
export function paymentUri(
  network: NetworkConfig,
  token: TokenConfig,
  address: ChainAddress,
  amount: bigint,
): string | null {
  if (network.kind !== 'evm') return null
  const to = formatAddress('evm', address)
  return token.contract === null
    ? `ethereum:${to}@${network.chainId}?value=${amount}`
    : `ethereum:${formatAddress('evm', token.contract)}@${network.chainId}/transfer?address=${to}&uint256=${amount}`
}

export const explorerLink = (
  { explorerUrl, kind }: NetworkConfig,
  what: 'address' | 'transaction',
  id: string,
): string | null => {
  if (explorerUrl === null) return null
  if (kind === 'tron') return `${explorerUrl}/#/${what}/${what === 'transaction' ? id.replace(/^0x/, '') : id}`
  return `${explorerUrl}/${what === 'address' ? 'address' : 'tx'}/${id}`
}
