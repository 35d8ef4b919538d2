import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from '#shared/chain-address.ts'
import { parseCrypto, readCrypto } from './crypto-config.ts'
import { networkPresets } from './crypto-presets.ts'
import { SettingsReader } from './read-setting.ts'

const xpub =
  'xpub6CyjRkbp5jHZE1p5HvWXZQXT8iSK21Coi5L6iFVsj4rr2Cux3Uuw9tQRWRBjx9jBC9b4Cng4Z2f6nrdXreb13SHxknufGbpQzmfp5djVASz'
const node = (url: string) => ({ url })
const base = { xpub, networks: { bsc: { rpcs: [node('https://one.example')] } }, rates: { kind: 'fixed' } }
const parse = (file: unknown, production = true) =>
  parseCrypto(JSON.stringify(file), 'CRYPTO_CONFIG_FILE: x.json', production)

describe('crypto configuration', () => {
  it('known blockchain networks need only an RPC node', () => {
    const rpcs = [node('https://one.example/key/'), node('https://two.example')]
    const names = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'base', 'tron']
    const { networks } = parse({ ...base, networks: Object.fromEntries(names.map((name) => [name, { rpcs }])) })
    expect(networks.map(({ id, chainId }) => [id, chainId])).toEqual([
      ['ethereum', 1],
      ['bsc', 56],
      ['polygon', 137],
      ['arbitrum', 42_161],
      ['base', 8_453],
      ['tron', 728_126_428],
    ])
    expect(networks.map(({ addresses }) => addresses)).toEqual([
      'pool',
      'derived',
      'derived',
      'derived',
      'derived',
      'pool',
    ])
    expect(networks.find(({ id }) => id === 'bsc')?.tokens.map(({ decimals }) => decimals)).toEqual([18, 18])
  })

  it('tokens can be selected, added, and the native coin used with a price source', () => {
    const rates = { kind: 'http', url: 'https://rates.example' }
    const tokens = { USDC: {}, ETH: {}, NEW: { contract: '0x5c2df5C6c5EA61Bb365BC96F13CC1e8D1272e85c', decimals: 8 } }
    const { networks } = parse({ ...base, rates, networks: { base: { ...base.networks.bsc, tokens } } })
    expect(networks[0]?.tokens).toMatchObject([
      { id: 'USDC', decimals: 6 },
      { id: 'ETH', decimals: 18, contract: null },
      { id: 'NEW', decimals: 8, contract: '0x5c2df5c6c5ea61bb365bc96f13cc1e8d1272e85c' },
    ])
  })

  const bsc = (change: object) => ({ ...base, networks: { bsc: { ...base.networks.bsc, ...change } } })
  it.each([
    ['text that is not JSON', '{', 'is no JSON.'],
    ['no network', { ...base, networks: {} }, 'networks names none.'],
    ['no node', bsc({ rpcs: [] }), 'networks.bsc.rpcs is not a list of 1 to 10 different nodes.'],
    [
      'a node without TLS',
      bsc({ rpcs: [node('http://one.example')] }),
      'networks.bsc.rpcs[0].url is not a URL that begins with https://.',
    ],
    [
      'an unknown network',
      { ...base, networks: { moon: { ...base.networks.bsc } } },
      'networks.moon.chainId is not a whole number',
    ],
    [
      'a private key',
      { ...base, xpub: xpub.replace('xpub', 'xprv') },
      'xpub is not an extended public key; a private one does not belong here.',
    ],
    ['no extended public key', { ...base, xpub: undefined }, 'xpub is missing, and the addresses of bsc come from it.'],
    [
      'a mistyped contract',
      bsc({ tokens: { USDT: { contract: '0x55d398326f99059fF775485246999027B3197956' } } }),
      'networks.bsc.tokens.USDT.contract is not a contract whose checksum is right.',
    ],
    ['a coin without a price', bsc({ tokens: ['BNB'] }), 'rates.kind is "fixed", which has no price for BNB.'],
    [
      'one node where two must agree',
      { ...base, twoRpcsFromUsdMinor: 1 },
      'needs two nodes of different hosts, and bsc has one.',
    ],
    [
      'no confirmations',
      bsc({ confirmations: 0 }),
      'confirmations is not "finalized" or a whole number from 1 to 10000.',
    ],
    [
      'derived addresses on TRON',
      { ...base, networks: { tron: { ...base.networks.bsc, addresses: 'derived' } } },
      'networks.tron.addresses is not "pool", as it must be on TRON.',
    ],
    [
      'a number in place of an address',
      bsc({ explorerUrl: 5, rpcs: 5 }),
      'networks.bsc.rpcs is not a list of 1 to 10 different nodes',
    ],
    ['a text in place of a network', { ...base, networks: { bsc: 'x' } }, 'networks.bsc is not an object.'],
    ['a number in place of tokens', bsc({ tokens: 5 }), 'networks.bsc.tokens is not a list of tokens.'],
    ['an unknown kind', bsc({ kind: 'x' }), 'networks.bsc.kind is not one of evm, tron.'],
    ['a list in place of an object', [], 'the file is not an object.'],
  ])('a crypto configuration with %s is refused in one sentence', (_name, file, sentence) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    expect(() => parseCrypto(text, 'CRYPTO_CONFIG_FILE: x.json', true)).toThrow(sentence)
  })
})

const readWith = (env: Record<string, string>, production: boolean) => {
  const settings = new SettingsReader({ ...env, APP_ENV: production ? 'PROD' : 'DEV' })
  const found = readCrypto(settings)
  settings.refuse()
  return found
}

describe('local chain in the data folder', () => {
  const url = 'http://127.0.0.1:8545'
  const description = JSON.stringify({ ...base, networks: { bsc: { rpcs: [node(url)] } } })

  it('a local chain is used outside PROD unless a crypto file is configured', () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'wayfare-dev-chain-'))
    try {
      const read = (env: Record<string, string>, production = false) =>
        readWith({ ...env, DATA_DIR: dataDir }, production)
      expect(read({})).toMatchObject({ crypto: null, devChain: null })
      writeFileSync(path.join(dataDir, 'dev-chain.json'), description)
      expect(read({}).crypto?.networks).toHaveLength(1)
      expect(read({}).devChain).toBe(url)
      expect(read({}, true)).toMatchObject({ crypto: null, devChain: null })
      const own = path.join(dataDir, 'own.json')
      writeFileSync(own, description)
      expect(read({ CRYPTO_CONFIG_FILE: own }).devChain).toBeNull()
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

describe('address on a blockchain', () => {
  it('every preset contract address has a valid checksum', () => {
    for (const [network, { kind, tokens }] of Object.entries(networkPresets))
      for (const [token, { contract }] of Object.entries(tokens)) {
        const address = parseAddress(kind, contract)
        expect(address && formatAddress(kind, address), `${network} ${token}`).toBe(contract)
      }
  })

  it('a TRON address equals its hex form', () => {
    // Contract address of Tether (USDT) in hex and base58, from TRON's explorer.
    const hex = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'
    expect(parseAddress('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(hex)
    expect(formatAddress('tron', hex)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    expect(formatAddress('tron', `0x${'0'.repeat(40)}`)).toBe('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')
  })

  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ])('a mistyped TRON address is refused: %s', (text) => expect(parseAddress('tron', text)).toBeNull())
})

describe('WalletConnect', () => {
  const project = '0123456789abcdef0123456789abcdef'
  const read = (env: Record<string, string>, production = true) =>
    readWith({ ...env, DATA_DIR: '/nowhere' }, production)

  it('the public relay is used unless another is named, which PROD accepts only with TLS', () => {
    expect(read({ WALLETCONNECT_PROJECT_ID: project }).walletConnectRelay).toBe('wss://relay.walletconnect.org')
    const named = { WALLETCONNECT_PROJECT_ID: project, WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:9' }
    expect(read(named, false).walletConnectRelay).toBe('ws://127.0.0.1:9')
    expect(() => read(named)).toThrow(/WALLETCONNECT_RELAY_URL/)
  })

  it('WalletConnect is off without a project id', () => {
    expect(read({ WALLETCONNECT_RELAY_URL: 'wss://relay.example' }).walletConnectRelay).toBeNull()
  })
})
