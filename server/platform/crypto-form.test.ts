import { expect, it } from 'vitest'
import { parseCrypto } from './crypto-config.ts'
import { readCryptoForm } from './crypto-form.ts'

const xpub =
  'xpub6CyjRkbp5jHZE1p5HvWXZQXT8iSK21Coi5L6iFVsj4rr2Cux3Uuw9tQRWRBjx9jBC9b4Cng4Z2f6nrdXreb13SHxknufGbpQzmfp5djVASz'
const one = 'https://one.example/KEY'
const two = 'https://two.example'
const bsc = { CRYPTO_XPUB: xpub, CRYPTO_BSC_NODES: `${one}\n${two}` }
const faultsOf = (values: Record<string, string>, production = true) =>
  readCryptoForm(values, production).faults.map(({ setting, code }) => `${setting} ${code}`)

it('the form of cryptocurrency gives what the file gives', () => {
  const { account, faults } = readCryptoForm(
    {
      ...bsc,
      CRYPTO_BSC_TOKENS: 'USDT,USDC,BNB',
      CRYPTO_BSC_CONFIRMATIONS: 'finalized',
      CRYPTO_BSC_ADDRESSES: 'pool',
      CRYPTO_BSC_BATCH: '5',
      CRYPTO_BSC_STRAYS: 'off',
      CRYPTO_TRON_NODES: `${one} ${two}`,
      CRYPTO_TRON_CONFIRMATIONS: '30',
      CRYPTO_BASE_NODES: one,
      CRYPTO_BASE_TOKENS: 'off',
      CRYPTO_RATES: 'http',
      CRYPTO_RATES_URL: 'https://rates.example/now',
      CRYPTO_RATES_MAX_AGE: '60',
      CRYPTO_SPREAD: '30',
      CRYPTO_TWO_NODES_FROM: '5000',
      CRYPTO_REST_DAYS: '7',
    },
    true,
  )
  expect(faults).toEqual([])
  const rpcs = [{ url: one }, { url: two }]
  const file = {
    xpub,
    networks: {
      bsc: {
        rpcs,
        tokens: ['USDT', 'USDC', 'BNB'],
        confirmations: 'finalized',
        addresses: 'pool',
        batch: 5,
        strays: false,
      },
      tron: { rpcs, confirmations: 30 },
    },
    rates: { kind: 'http', url: 'https://rates.example/now', maxAgeSeconds: 60, spreadBps: 30 },
    twoRpcsFromUsdMinor: 5_000,
    quarantineDays: 7,
  }
  expect(account).toEqual({ crypto: parseCrypto(JSON.stringify(file), 'x', true), cryptoCurrencies: ['CNY', 'USD'] })
})

it('two addresses of one host are one node', () => {
  for (const same of [`${one}\nhttps://one.example/OTHER`, `${one}\nhttps://one.example./`]) {
    const values = { ...bsc, CRYPTO_BSC_NODES: same, CRYPTO_TWO_NODES_FROM: '1' }
    expect(faultsOf(values)).toEqual(['CRYPTO_BSC_NODES twoNodes'])
  }
})

it('a word switches a saved number off, because an empty field keeps it', () => {
  const values = { ...bsc, CRYPTO_CNY_PER_USD: '7.12', CRYPTO_TWO_NODES_FROM: '1' }
  expect(readCryptoForm(values, true).account).toMatchObject({ crypto: { twoRpcsFromUsdMinor: 1 } })
  const off = { ...values, CRYPTO_CNY_PER_USD: 'off', CRYPTO_TWO_NODES_FROM: 'off' }
  expect(readCryptoForm(off, true).account).toMatchObject({
    crypto: { twoRpcsFromUsdMinor: null, rates: { cnyPerUsd: null } },
    cryptoCurrencies: ['USD'],
  })
})

it('a network with imported addresses alone needs no key of the wallet', () => {
  expect(readCryptoForm({ CRYPTO_TRON_NODES: one }, true).account?.crypto?.networks.map(({ id }) => id)).toEqual([
    'tron',
  ])
})

it.each<[string, Record<string, string>, string[]]>([
  ['nothing', {}, ['CRYPTO_BSC_NODES noNetwork']],
  ['only networks that are off', { ...bsc, CRYPTO_BSC_TOKENS: 'off' }, ['CRYPTO_BSC_NODES noNetwork']],
  ['no key of the wallet', { CRYPTO_BSC_NODES: one }, ['CRYPTO_XPUB missing']],
  ['a private key', { ...bsc, CRYPTO_XPUB: xpub.replace('xpub', 'xprv') }, ['CRYPTO_XPUB xpub']],
  ['a node without TLS', { ...bsc, CRYPTO_BSC_NODES: 'http://one.example' }, ['CRYPTO_BSC_NODES addresses']],
  ['a node that is no address', { ...bsc, CRYPTO_BSC_NODES: `${one}\nnode` }, ['CRYPTO_BSC_NODES addresses']],
  [
    'a bad node of a network that is off',
    { ...bsc, CRYPTO_BASE_NODES: 'node', CRYPTO_BASE_TOKENS: 'off' },
    ['CRYPTO_BASE_NODES addresses'],
  ],
  [
    'eleven nodes',
    { ...bsc, CRYPTO_BSC_NODES: Array.from({ length: 11 }, (_, at) => `https://n${at}.example`).join('\n') },
    ['CRYPTO_BSC_NODES tooManyAddresses'],
  ],
  [
    'a node twice, with and without the last slash',
    { ...bsc, CRYPTO_BSC_NODES: 'https://one.example/KEY\nhttps://ONE.example/KEY/' },
    ['CRYPTO_BSC_NODES sameAddress'],
  ],
  ['a source without use', { ...bsc, CRYPTO_RATES_URL: 'rates' }, ['CRYPTO_RATES_URL addresses']],
  ['unknown tokens', { ...bsc, CRYPTO_BSC_TOKENS: 'DOGE' }, ['CRYPTO_BSC_TOKENS choice']],
  ['no confirmations', { ...bsc, CRYPTO_BSC_CONFIRMATIONS: '0' }, ['CRYPTO_BSC_CONFIRMATIONS whole']],
  ['a share of a call', { ...bsc, CRYPTO_BSC_BATCH: '1.5' }, ['CRYPTO_BSC_BATCH whole']],
  ['a negative number of days', { ...bsc, CRYPTO_REST_DAYS: '-1' }, ['CRYPTO_REST_DAYS whole']],
  ['a rate in words', { ...bsc, CRYPTO_CNY_PER_USD: 'seven' }, ['CRYPTO_CNY_PER_USD cnyPerUsd']],
  ['a source of rates without an address', { ...bsc, CRYPTO_RATES: 'http' }, ['CRYPTO_RATES_URL missing']],
  ['two sources', { ...bsc, CRYPTO_RATES: 'http', CRYPTO_RATES_URL: `${one} ${two}` }, ['CRYPTO_RATES_URL oneAddress']],
  ['a coin at fixed rates', { ...bsc, CRYPTO_BSC_TOKENS: 'USDT,USDC,BNB' }, ['CRYPTO_BSC_TOKENS noPrice']],
  [
    'one host where two must agree',
    { ...bsc, CRYPTO_BSC_NODES: `${one} https://one.example/OTHER`, CRYPTO_TWO_NODES_FROM: '0' },
    ['CRYPTO_BSC_NODES twoNodes'],
  ],
])('the form of cryptocurrency with %s is refused at its field', (_name, values, faults) => {
  expect(faultsOf(values)).toEqual(faults)
})

it('ten nodes are taken, and two addresses of one host with different keys', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `https://one.example/KEY${at}`).join('\n')
  expect(faultsOf({ ...bsc, CRYPTO_BSC_NODES: ten })).toEqual([])
})

it('nodes without TLS serve outside PROD', () => {
  expect(faultsOf({ ...bsc, CRYPTO_BSC_NODES: 'http://127.0.0.1:8545' }, false)).toEqual([])
})
