import { existsSync } from 'node:fs'
import path from 'node:path'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { currencies, type Currency } from '#shared/money.ts'
import { parseAddress, type ChainAddress, type NetworkKind } from '#shared/chain-address.ts'
import { networkPresets, type NetworkPreset } from './crypto-presets.ts'
import { isRecord } from './read-body.ts'
import { ConfigError, type SettingsReader } from './read-setting.ts'
import { allowedBy, findFaults, Url } from './schema-faults.ts'

export type TokenConfig = { readonly id: string; readonly decimals: number; readonly contract: ChainAddress | null }
export type RpcConfig = { readonly url: string; readonly timeoutMs: number }
export type NetworkConfig = Omit<NetworkPreset, 'tokens'> & {
  readonly id: string
  readonly rpcs: readonly RpcConfig[]
  /**
   * RPC URL that wallets add if they do not know the network. Never the URL of our own blockchain node, which may
   * contain a key.
   */
  readonly walletRpcUrl: string | null
  readonly batch: number
  /** True to scan transfers of unsupported tokens too, which finds payments made in the wrong token. */
  readonly strays: boolean
  readonly tokens: readonly TokenConfig[]
}
/**
 * Exchange rates: US dollars per token, and yuan per dollar (decimal text). `fixed`: a stablecoin counts as one dollar.
 * `http`: JSON document `{"at": ISO time, "usd": {"USDT": "0.9998"}, "cnyPerUsd": "7.12"}`, not older than
 * `maxAgeSeconds`. Buyers pay `spreadBps` on top.
 */
export type RateConfig = Static<typeof FixedRates> | Static<typeof HttpRates>
export type CryptoConfig = {
  readonly xpub: string | null
  readonly networks: readonly NetworkConfig[]
  readonly rates: RateConfig
  /**
   * Amount in US cents from which two blockchain nodes must agree about a payment; null if one node always suffices.
   */
  readonly twoRpcsFromUsdMinor: number | null
  /** Days before a wallet address of the pool is reused for another order. */
  readonly quarantineDays: number
}
export type CryptoAccounts = {
  readonly crypto: CryptoConfig | null
  readonly cryptoCurrencies: readonly Currency[]
  readonly walletConnectProjectId: string | null
  readonly walletConnectRelay: string | null
  readonly devChain: string | null
}

const dollar = 'USD'

/** Host of a node. Nodes of one host are one witness, because whoever controls it forges the answers of all. */
export const hostOfNode = (url: string): string => new URL(url).host.replace(/[.](?=:|$)/, '')

export const currenciesOf = (rates: RateConfig): readonly Currency[] =>
  rates.kind === 'fixed' && rates.cnyPerUsd === null ? ['USD'] : currencies

/** File that `npm run lab -- chain` writes while its local blockchain runs. */
export const devChainFile = (dataDir: string) => path.join(dataDir, 'dev-chain.json')

/**
 * Reads the cryptocurrency settings. `crypto` is null if cryptocurrency is not offered. Outside PROD, a running local
 * blockchain is the default.
 */
export function readCrypto(settings: SettingsReader): CryptoAccounts {
  const { values, production, dataDir } = settings
  const walletConnectProjectId = values.WALLETCONNECT_PROJECT_ID ?? null
  const relay = walletConnectProjectId && settings.text('WALLETCONNECT_RELAY_URL')
  const wallets = { walletConnectProjectId, walletConnectRelay: relay }
  const name = 'CRYPTO_CONFIG_FILE'
  const local = devChainFile(dataDir)
  const file = values.CRYPTO_CONFIG_FILE ?? (!production && existsSync(local) ? local : null)
  // In PROD this configuration file must be private, because RPC URLs may contain keys.
  const crypto = file && settings.readAt(name, file, (text) => parseCrypto(text, `${name}: ${file}`, production))
  if (!crypto) return { crypto: null, cryptoCurrencies: [], devChain: null, ...wallets }
  const devChain = file === local ? (crypto.networks[0]?.rpcs[0]?.url ?? null) : null
  return { crypto, cryptoCurrencies: currenciesOf(crypto.rates), devChain, ...wallets }
}

/** Smallest and largest whole number that a setting takes. */
export const cryptoLimits = {
  nodes: [1, 10],
  confirmations: [1, 10_000],
  batch: [1, 100],
  maxAgeSeconds: [1, 86_400],
  spreadBps: [0, 2_000],
  twoRpcsFromUsdMinor: [0, 100_000_000],
  quarantineDays: [1, 3_650],
} as const
export const xpubPattern = '^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$'
export const cnyPerUsdPattern = '^\\d{1,4}([.]\\d{1,8})?$'

const orNull = <T extends TSchema>(type: T) =>
  Type.Union([type, Type.Null()], { default: null, allowed: allowedBy(type) })
const whole = (minimum: number, maximum: number, fallback?: number) =>
  Type.Integer({ minimum, maximum, ...(fallback !== undefined && { default: fallback }) })
const web = (protocols: readonly string[] = ['https:', 'http:']) => Url(protocols)
const Text = Type.String({ minLength: 1 })

const FileSchema = Type.Object({
  xpub: orNull(
    Type.String({
      pattern: xpubPattern,
      allowed: 'an extended public key; a private one does not belong here',
    }),
  ),
  networks: Type.Record(Type.String(), Type.Object({}), { allowed: 'an object with one network at least' }),
  rates: Type.Object({ kind: Type.Optional(Type.Enum(['fixed', 'http'])) }),
  twoRpcsFromUsdMinor: orNull(whole(...cryptoLimits.twoRpcsFromUsdMinor)),
  quarantineDays: whole(...cryptoLimits.quarantineDays, 30),
})
const spreadBps = whole(...cryptoLimits.spreadBps, 0)
const FixedRates = Type.Object({
  kind: Type.Literal('fixed', { default: 'fixed' }),
  cnyPerUsd: orNull(Type.String({ pattern: cnyPerUsdPattern, allowed: 'a decimal text like "7.12"' })),
  spreadBps,
})
const HttpRates = Type.Object({
  kind: Type.Literal('http'),
  url: web(),
  maxAgeSeconds: whole(...cryptoLimits.maxAgeSeconds, 900),
  spreadBps,
})
const networkSchema = (kind: NetworkKind, production: boolean) =>
  Type.Object({
    kind: Type.Enum(['evm', 'tron']),
    name: Text,
    chainId: whole(1, Number.MAX_SAFE_INTEGER),
    nativeSymbol: Text,
    confirmations: Type.Union([Type.Literal('finalized'), whole(...cryptoLimits.confirmations)]),
    blockSeconds: Type.Number({ minimum: 0.05, maximum: 120 }),
    explorerUrl: orNull(web()),
    walletRpcUrl: orNull(web()),
    addresses:
      kind === 'tron'
        ? Type.Enum(['pool'], { default: 'pool', allowed: '"pool", as it must be on TRON' })
        : Type.Enum(['derived', 'pool'], { default: 'derived' }),
    rpcs: Type.Array(
      Type.Object({ url: web(production ? ['https:'] : undefined), timeoutMs: whole(100, 20_000, 5_000) }),
      {
        minItems: cryptoLimits.nodes[0],
        maxItems: cryptoLimits.nodes[1],
        uniqueItems: true,
        allowed: `a list of ${cryptoLimits.nodes.join(' to ')} different nodes`,
      },
    ),
    batch: whole(...cryptoLimits.batch, kind === 'tron' ? 1 : 20),
    strays: Type.Boolean({ default: true }),
  })
const tokenSchema = (kind: NetworkKind) =>
  Type.Object({
    contract: Type.Refine(
      Type.String({ allowed: 'a contract whose checksum is right' }),
      (text) => parseAddress(kind, text) !== null,
    ),
    decimals: whole(0, 36),
  })

export function parseCrypto(text: string, source: string, production: boolean): CryptoConfig {
  const faults: string[] = []
  const refuse = () => {
    if (faults.length > 0) throw new ConfigError(...faults.map((fault) => `${source}, ${fault}.`))
  }
  const check: Check = (schema, value, place = '') => {
    const filled = Value.Default(schema, value)
    for (const { place: inner, allowed } of findFaults(schema, filled))
      faults.push(`${[place, inner].filter(Boolean).join('.') || 'the file'} is not ${allowed}`)
    return filled as never
  }
  const file = check(FileSchema, withoutNulls(parseJson(text, source)))
  if (!isRecord(file) || !isRecord(file.networks) || !isRecord(file.rates)) refuse()
  const networks = Object.entries(file.networks).map(([id, each]) => networkOf(check, { id, each, production }))
  const rates = check(file.rates.kind === 'http' ? HttpRates : FixedRates, file.rates, 'rates')
  if (networks.length === 0) faults.push('networks names none')
  refuse()
  const { xpub, twoRpcsFromUsdMinor, quarantineDays } = file
  const alone = networks.find(({ rpcs }) => new Set(rpcs.map(({ url }) => hostOfNode(url))).size < 2)
  if (twoRpcsFromUsdMinor !== null && alone)
    faults.push(`twoRpcsFromUsdMinor needs two nodes of different hosts, and ${alone.id} has one`)
  const derived = networks.find(({ addresses }) => addresses === 'derived')
  if (xpub === null && derived) faults.push(`xpub is missing, and the addresses of ${derived.id} come from it`)
  const other = networks.flatMap(({ tokens }) => tokens).find(({ id }) => !id.startsWith(dollar))
  if (rates.kind === 'fixed' && other) faults.push(`rates.kind is "fixed", which has no price for ${other.id}`)
  refuse()
  return { xpub, networks: networks.map(trim), rates, twoRpcsFromUsdMinor, quarantineDays }
}

type Check = <T extends TSchema>(schema: T, value: unknown, place?: string) => Static<T>

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(`${source} is no JSON.`)
  }
}

/** Removes null values from the configuration file, so that defaults and presets apply. */
const withoutNulls = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutNulls)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNulls(each)]])),
        )
      : value
const withoutSlash = (url: string): string => url.replace(/\/$/, '')

const trim = (network: NetworkConfig): NetworkConfig => ({
  ...network,
  explorerUrl: network.explorerUrl && withoutSlash(network.explorerUrl),
  walletRpcUrl: network.walletRpcUrl && withoutSlash(network.walletRpcUrl),
  rpcs: network.rpcs.map((rpc) => ({ ...rpc, url: withoutSlash(rpc.url) })),
})

type Given = { readonly id: string; readonly each: object; readonly production: boolean }

function networkOf(check: Check, { id, each, production }: Given): NetworkConfig {
  const place = `networks.${id}`
  const { tokens: known = {}, ...preset } = networkPresets[id] ?? ({} as Partial<NetworkPreset>)
  const { tokens: asked = known, ...own } = each as { tokens?: unknown; kind?: NetworkKind }
  const kind = own.kind ?? preset.kind ?? 'evm'
  check(Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$', allowed: 'a name of lower-case letters' }), id, place)
  const network = check(networkSchema(kind, production), { kind, name: id, ...preset, ...own }, place)
  const described = Array.isArray(asked) ? Object.fromEntries(asked.map((token) => [String(token), {}])) : asked
  const named = check(
    Type.Record(Type.String({ pattern: '^[A-Z0-9]{2,12}$' }), Type.Object({}), { allowed: 'a list of tokens' }),
    described,
    `${place}.tokens`,
  )
  const tokens = Object.entries(isRecord(named) ? named : {}).map(([token, more]): TokenConfig => {
    if (token === network.nativeSymbol) return { id: token, decimals: kind === 'tron' ? 6 : 18, contract: null }
    const filled = { ...known[token], ...more }
    const { contract, decimals } = check(tokenSchema(kind), filled, `${place}.tokens.${token}`)
    return { id: token, decimals, contract: parseAddress(kind, contract) }
  })
  return {
    ...network,
    id,
    tokens,
  }
}
