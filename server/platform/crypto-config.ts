import { existsSync } from 'node:fs'
import path from 'node:path'
import { currencies, type Currency } from '#shared/money.ts'
import { parseAddress, type ChainAddress } from './chain-address.ts'
import { networkPresets, type NetworkPreset } from './crypto-presets.ts'
import { FileReader, isRecord } from './read-json.ts'
import { ConfigError, secretFile, urlOf, type Env } from './read-setting.ts'

/** `contract`: null is the network's own coin. */
export type TokenConfig = { readonly id: string; readonly decimals: number; readonly contract: ChainAddress | null }
export type RpcConfig = { readonly url: string; readonly timeoutMs: number }
export type NetworkConfig = Omit<NetworkPreset, 'tokens'> & {
  readonly id: string
  /** In order of preference. */
  readonly rpcs: readonly RpcConfig[]
  /** For wallets that do not know the network; never one of ours, which may carry a key. */
  readonly walletRpcUrl: string | null
  /** Calls that go out in one request; 1 for nodes that take no batches. */
  readonly batch: number
  /** Whether transfers of tokens that we do not take are looked at too, so that wrong ones are found. */
  readonly strays: boolean
  readonly tokens: readonly TokenConfig[]
}
/**
 * US dollars for a token, and yuan for a dollar (decimal text). `fixed`: a stablecoin is a dollar. `http`: a JSON document
 * `{"at": ISO time, "usd": {"USDT": "0.9998"}, "cnyPerUsd": "7.12"}`, not older than `maxAgeSeconds`. Buyers pay `spreadBps` on top.
 */
export type RateConfig =
  | { readonly kind: 'fixed'; readonly cnyPerUsd: string | null; readonly spreadBps: number }
  | { readonly kind: 'http'; readonly url: string; readonly maxAgeSeconds: number; readonly spreadBps: number }
export type CryptoConfig = {
  /** Public half of the account that addresses are derived from; null if every network has a pool. */
  readonly xpub: string | null
  readonly networks: readonly NetworkConfig[]
  readonly rates: RateConfig
  /** US cents from which two nodes must say the same; null: never. */
  readonly twoRpcsFromUsdMinor: number | null
  /** Days for which an address of a pool is not given to another order. */
  readonly quarantineDays: number
}
export type CryptoAccounts = {
  readonly crypto: CryptoConfig | null
  /** Those for which there is a rate; none: cryptocurrency is not offered. */
  readonly cryptoCurrencies: readonly Currency[]
  readonly walletConnectProjectId: string | null
  /** Where pages meet wallets on other devices; null without a project. */
  readonly walletConnectRelay: string | null
  /** Address of the chain of `npm run dev:chain`, where that is what stands in; always null in PROD. */
  readonly devChain: string | null
}

/** What the names of stablecoins begin with. */
const dollar = 'USD'
const publicRelay = 'wss://relay.walletconnect.org'

const currenciesOf = (rates: RateConfig): readonly Currency[] =>
  rates.kind === 'fixed' && rates.cnyPerUsd === null ? ['USD'] : currencies

/** Written by `npm run dev:chain` while its chain runs. */
export const devChainFile = (dataDir: string) => path.join(dataDir, 'dev-chain.json')

/** Null: cryptocurrency is not offered. Outside PROD the local chain stands in while it runs. */
export function readCrypto(
  env: Env,
  { production, dataDir }: { production: boolean; dataDir: string },
): CryptoAccounts {
  const walletConnectProjectId = env.WALLETCONNECT_PROJECT_ID || null
  if (walletConnectProjectId !== null && !/^[0-9a-f]{32}$/.test(walletConnectProjectId))
    throw new ConfigError('WALLETCONNECT_PROJECT_ID is not 32 hex digits.')
  const relay = urlOf(env, 'WALLETCONNECT_RELAY_URL', production ? ['wss:'] : ['wss:', 'ws:']) ?? publicRelay
  const wallets = { walletConnectProjectId, walletConnectRelay: walletConnectProjectId === null ? null : relay }
  const name = 'CRYPTO_CONFIG_FILE'
  const local = devChainFile(dataDir)
  const file = env.CRYPTO_CONFIG_FILE || (!production && existsSync(local) ? local : null)
  if (file === null) return { crypto: null, cryptoCurrencies: [], devChain: null, ...wallets }
  // It names nodes by addresses that hold the keys to them.
  const text = secretFile(name, file, { production })
  const crypto = parseCrypto(text, `${name}: ${file}`, production)
  const devChain = file === local ? (crypto.networks[0]?.rpcs[0]?.url ?? null) : null
  return { crypto, cryptoCurrencies: currenciesOf(crypto.rates), devChain, ...wallets }
}

/** Throws a ConfigError of one sentence that begins with `source`. */
export function parseCrypto(text: string, source: string, production: boolean): CryptoConfig {
  const file = FileReader.parse(text, source)
  const networks = file.child('networks')
  const found = networks.keys().map((id) => networkOf(networks.child(id), id, production))
  if (found.length === 0) file.fail('networks', 'names none')
  const twoRpcsFromUsdMinor = file.integer('twoRpcsFromUsdMinor', null, 0, 100_000_000)
  const alone = found.find(({ rpcs }) => new Set(rpcs.map(({ url }) => new URL(url).host)).size < 2)
  if (twoRpcsFromUsdMinor !== null && alone)
    file.fail('twoRpcsFromUsdMinor', `needs two nodes of different hosts, and ${alone.id} has one`)
  const xpub = file.text('xpub', null)
  if (xpub !== null && !/^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(xpub))
    file.fail('xpub', 'is no extended public key; a private one does not belong here')
  const derived = found.find(({ addresses }) => addresses === 'derived')
  if (xpub === null && derived) file.fail('xpub', `is missing, and the addresses of ${derived.id} come from it`)
  return {
    xpub,
    networks: found,
    rates: ratesOf(file.child('rates'), found),
    twoRpcsFromUsdMinor,
    quarantineDays: file.integer('quarantineDays', 30, 1, 3650),
  }
}

function networkOf(file: FileReader, id: string, production: boolean): NetworkConfig {
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(id)) file.fail('', 'has a name that is not of lower-case letters')
  const preset = networkPresets[id]
  const kind = file.oneOf('kind', ['evm', 'tron'] as const, preset?.kind ?? 'evm')
  const rpcs = file.list('rpcs').map((rpc) => ({
    url: rpc.url('url', null, production ? ['https:'] : ['https:', 'http:']),
    timeoutMs: rpc.integer('timeoutMs', 5_000, 100, 20_000),
  }))
  if (rpcs.length === 0) file.fail('rpcs', 'names no node')
  const addresses = file.oneOf('addresses', ['derived', 'pool'] as const, preset?.addresses ?? 'derived')
  if (kind === 'tron' && addresses === 'derived') file.fail('addresses', 'must be a pool on TRON')
  const confirmations = file.value('confirmations') ?? preset?.confirmations
  const network = {
    id,
    kind,
    name: file.text('name', preset?.name ?? id),
    chainId: file.integer('chainId', preset?.chainId, 1, Number.MAX_SAFE_INTEGER),
    nativeSymbol: file.text('nativeSymbol', preset?.nativeSymbol),
    confirmations:
      confirmations === 'finalized' ? confirmations : file.integer('confirmations', Number(confirmations), 1, 10_000),
    blockSeconds: file.number('blockSeconds', preset?.blockSeconds, 0.05, 120),
    explorerUrl: file.url('explorerUrl', preset?.explorerUrl ?? null),
    walletRpcUrl: file.url('walletRpcUrl', null),
    addresses,
    rpcs,
    batch: file.integer('batch', kind === 'tron' ? 1 : 20, 1, 100),
    strays: file.boolean('strays', true),
  } as const
  return { ...network, tokens: tokensOf(file, network.nativeSymbol, kind, preset) }
}

function tokensOf(
  file: FileReader,
  nativeSymbol: string,
  kind: NetworkPreset['kind'],
  preset?: NetworkPreset,
): TokenConfig[] {
  const asked = file.value('tokens')
  const own: unknown = asked ?? preset?.tokens
  // A list picks from what is known; an object describes.
  const names = Array.isArray(own) ? own.map(String) : isRecord(own) ? Object.keys(own) : []
  if (names.length === 0) file.fail('tokens', 'names none')
  return names.map((id) => {
    if (!/^[A-Z0-9]{2,12}$/.test(id)) file.fail('tokens', `has "${id}", which is no symbol of capitals`)
    if (id === nativeSymbol) return { id, decimals: kind === 'tron' ? 6 : 18, contract: null }
    const known = preset?.tokens[id]
    const token = isRecord(asked) ? file.child('tokens').child(id) : null
    const written = token ? token.text('contract', known?.contract) : known?.contract
    const decimals = token ? token.integer('decimals', known?.decimals, 0, 36) : known?.decimals
    const contract = written === undefined ? null : parseAddress(kind, written)
    if (contract === null || decimals === undefined)
      return file.fail('tokens', `has ${id} without a contract whose checksum is right`)
    return { id, decimals, contract }
  })
}

function ratesOf(file: FileReader, networks: readonly NetworkConfig[]): RateConfig {
  const spreadBps = file.integer('spreadBps', 0, 0, 2_000)
  if (file.oneOf('kind', ['fixed', 'http'] as const, 'fixed') === 'http')
    return {
      kind: 'http',
      url: file.url('url', null, ['https:', 'http:']),
      maxAgeSeconds: file.integer('maxAgeSeconds', 900, 1, 86_400),
      spreadBps,
    }
  const other = networks.flatMap(({ tokens }) => tokens).find(({ id }) => !id.startsWith(dollar))
  if (other) file.fail('kind', `is "fixed", which has no price for ${other.id}`)
  const cnyPerUsd = file.text('cnyPerUsd', null)
  if (cnyPerUsd !== null && !/^\d{1,4}([.]\d{1,8})?$/.test(cnyPerUsd))
    file.fail('cnyPerUsd', 'is no decimal text like "7.12"')
  return { kind: 'fixed', cnyPerUsd, spreadBps }
}
