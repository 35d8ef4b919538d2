import {
  connectionFields,
  cryptoNetworkIds,
  cryptoNetworks,
  cryptoPrefix,
  type CryptoNetwork,
} from '#shared/connections.ts'
import {
  cnyPerUsdPattern,
  cryptoLimits,
  currenciesOf,
  hostOfNode,
  parseCrypto,
  xpubPattern,
  type CryptoAccounts,
} from './crypto-config.ts'
import { networkPresets } from './crypto-presets.ts'
import type { CodedFault } from './read-setting.ts'

type Values = Readonly<Record<string, string>>

/** Cryptocurrency as one account, so that an unchanged one keeps its identity. */
export type CryptoAccount = Pick<CryptoAccounts, 'crypto' | 'cryptoCurrencies'>

/** Word that switches an optional number off, because an empty field keeps what is saved. */
const switchedOff = 'off'

/**
 * Reads the form of cryptocurrency by the rules of the configuration file. The form has the networks of
 * `networkPresets`; other networks and tokens can only be described in the file.
 */
export function readCryptoForm(
  values: Values,
  production: boolean,
): { readonly account: CryptoAccount | null; readonly faults: readonly CodedFault[] } {
  const faults: CodedFault[] = []
  const form = new FormReader(values, faults, production)
  const own = { xpub: form.matching('CRYPTO_XPUB', xpubPattern, 'xpub'), networks: readNetworks(form) }
  const needsXpub = Object.entries(own.networks).find(([id, { addresses }]) => addressesOf(id, addresses) === 'derived')
  if (Object.keys(own.networks).length === 0) form.fault('CRYPTO_BSC_NODES', 'noNetwork')
  else if (needsXpub && form.text('CRYPTO_XPUB') === '') form.fault('CRYPTO_XPUB', 'missing')
  const rates = readRates(form)
  const cents = form.wholeOrOff('CRYPTO_TWO_NODES_FROM', cryptoLimits.twoRpcsFromUsdMinor)
  const rest = form.whole('CRYPTO_REST_DAYS', cryptoLimits.quarantineDays)
  if (cents !== undefined)
    for (const [id, { rpcs }] of Object.entries(own.networks))
      if (new Set(rpcs.map(({ url }) => hostOfNode(url))).size < 2)
        form.fault(`${cryptoPrefix(id as CryptoNetwork)}NODES`, 'twoNodes')
  if (rates.kind === 'fixed')
    for (const [id, { tokens = [] }] of Object.entries(own.networks))
      if (tokens.includes(cryptoNetworks[id as CryptoNetwork]))
        form.fault(`${cryptoPrefix(id as CryptoNetwork)}TOKENS`, 'noPrice')
  if (faults.length > 0) return { account: null, faults }
  const file = { ...own, rates, twoRpcsFromUsdMinor: cents, quarantineDays: rest }
  const crypto = parseCrypto(JSON.stringify(file), 'cryptocurrency of the console', production)
  return { account: { crypto, cryptoCurrencies: currenciesOf(crypto.rates) }, faults: [] }
}

const addressesOf = (id: string, given: string | undefined) => given ?? networkPresets[id]?.addresses

function readNetworks(form: FormReader) {
  const networks = cryptoNetworkIds.flatMap((id) => {
    const prefix = cryptoPrefix(id)
    const tokens = form.choice(`${prefix}TOKENS`)
    // Checked also while the network is off, because the preview shows the hosts.
    const rpcs = form.addresses(`${prefix}NODES`).map((url) => ({ url }))
    if (form.text(`${prefix}NODES`) === '' || tokens === switchedOff) return []
    const strays = form.choice(`${prefix}STRAYS`)
    return [
      [
        id,
        {
          rpcs,
          tokens: tokens?.split(','),
          confirmations: form.confirmations(`${prefix}CONFIRMATIONS`),
          addresses: form.choice(`${prefix}ADDRESSES`),
          batch: form.whole(`${prefix}BATCH`, cryptoLimits.batch),
          strays: strays === undefined ? undefined : strays === 'on',
        },
      ] as const,
    ]
  })
  return Object.fromEntries(networks)
}

function readRates(form: FormReader) {
  const spreadBps = form.whole('CRYPTO_SPREAD', cryptoLimits.spreadBps)
  const [url, ...more] = form.addresses('CRYPTO_RATES_URL')
  if (more.length > 0) form.fault('CRYPTO_RATES_URL', 'oneAddress')
  if (form.choice('CRYPTO_RATES') !== 'http') {
    const given = form.text('CRYPTO_CNY_PER_USD')
    const cnyPerUsd =
      given === switchedOff ? undefined : form.matching('CRYPTO_CNY_PER_USD', cnyPerUsdPattern, 'cnyPerUsd')
    return { kind: 'fixed', cnyPerUsd, spreadBps }
  }
  if (url === undefined && form.text('CRYPTO_RATES_URL') === '') form.fault('CRYPTO_RATES_URL', 'missing')
  return { kind: 'http', url, maxAgeSeconds: form.whole('CRYPTO_RATES_MAX_AGE', cryptoLimits.maxAgeSeconds), spreadBps }
}

type Limits = readonly [number, number]

class FormReader {
  readonly #values: Values
  readonly #faults: CodedFault[]
  readonly #production: boolean
  constructor(values: Values, faults: CodedFault[], production: boolean) {
    this.#values = values
    this.#faults = faults
    this.#production = production
  }

  fault(setting: string, code: CodedFault['code'], params: CodedFault['params'] = {}): undefined {
    this.#faults.push({ setting, code, params })
  }

  text = (name: string): string => this.#values[name]?.trim() ?? ''

  matching(name: string, pattern: string, code: CodedFault['code']): string | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    return new RegExp(pattern, 'u').test(text) ? text : this.fault(name, code)
  }

  choice(name: string): string | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    const { choices = [] } = connectionFields.crypto.find((field) => field.name === name) ?? {}
    return choices.includes(text) ? text : this.fault(name, 'choice', { choices: choices.join(' / ') })
  }

  whole(name: string, [from, to]: Limits): number | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    const value = Number(text)
    return /^\d{1,10}$/.test(text) && value >= from && value <= to ? value : this.fault(name, 'whole', { from, to })
  }

  wholeOrOff = (name: string, limits: Limits): number | undefined =>
    this.text(name) === switchedOff ? undefined : this.whole(name, limits)

  confirmations = (name: string): number | 'finalized' | undefined =>
    this.text(name) === 'finalized' ? 'finalized' : this.whole(name, cryptoLimits.confirmations)

  /** Web addresses, one per line. In PROD they must be https, because anybody on the way could forge a payment. */
  addresses(name: string): string[] {
    const lines = this.text(name)
      .split(/\s+/)
      .filter((line) => line !== '')
    const protocols = this.#production ? ['https:'] : ['https:', 'http:']
    const isGood = (line: string) => URL.canParse(line) && protocols.includes(new URL(line).protocol)
    const bad = lines.findIndex((line) => !isGood(line))
    if (bad !== -1) this.fault(name, 'addresses', { line: bad + 1, begin: protocols.join('// / ') + '//' })
    else {
      const known = lines.map((line) => new URL(line).href.replace(/\/$/, ''))
      const again = known.findIndex((url, at) => known.indexOf(url) < at)
      if (lines.length > cryptoLimits.nodes[1]) this.fault(name, 'tooManyAddresses', { most: cryptoLimits.nodes[1] })
      else if (again !== -1)
        this.fault(name, 'sameAddress', { line: again + 1, first: known.indexOf(known[again] as string) + 1 })
    }
    return lines.filter(isGood)
  }
}
