import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { nodeConfig, isCurrent } from './node-config.ts'
import { readNodeSettings, type NodeProtocol } from './node-settings.ts'

type Exchange = { name: string; response: { body: Record<string, unknown> } }
const file = path.join(import.meta.dirname, '../../../tests/fixtures/tunnel/uniproxy.json')
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as { exchanges: Exchange[] }
const bodyOf = (name: string) => exchanges.find((exchange) => exchange.name === name)?.response.body

const reality = {
  security: 'reality',
  serverName: 'www.example.org',
  shortId: '6ba85179e30d4fc2',
  privateKey: 'S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0',
  publicKey: 'xERrqmj2th1SFugFE7511fdSIFHRA1me0bP-fNXc9Sg',
} as const
const nodes: readonly [string, NodeProtocol, number][] = [
  ['config, first time', { protocol: 'vless', settings: reality }, 443],
  ['config of a trojan node', { protocol: 'trojan', settings: { serverName: 'node.example.org' } }, 8443],
  [
    'config of a shadowsocks 2022 node',
    { protocol: 'shadowsocks', settings: { serverKey: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' } },
    8388,
  ],
]

it.each(nodes)('the config sent to a node equals the recorded answer "%s"', (name, node, port) => {
  expect(nodeConfig(node, port, 60)).toEqual({ ...bodyOf(name), routes: [] })
})

it('a node without encryption has no flow, and a node with plain TLS has no REALITY key', () => {
  expect(nodeConfig({ protocol: 'vless', settings: { security: 'none' } }, 80, 1)).toMatchObject({
    tls: 0,
    flow: '',
    base_config: { pull_interval: 1, push_interval: 10 },
  })
  const tls = nodeConfig({ protocol: 'vless', settings: { security: 'tls', serverName: 'a.example' } }, 443, 15)
  expect(tls).toMatchObject({ tls: 1, tls_settings: { server_name: 'a.example' } })
})

it.each([
  ['vless', { security: 'reality', serverName: 'a.example', shortId: '', privateKey: 'short', publicKey: 'short' }],
  ['vless', { security: 'tls', serverName: 'a b' }],
  ['vless', { security: 'none', serverName: 'a.example' }],
  ['trojan', {}],
  ['trojan', { serverName: 'a.example', password: 'x' }],
  ['shadowsocks', { serverKey: 'MTIzNDU2Nzg5MDEyMzQ1Ng==' }],
  ['shadowsocks', null],
] as const)('rejects invalid settings of %s: %j', (protocol, settings) => {
  expect(readNodeSettings(protocol, settings)).toHaveProperty('fault')
})

it('valid settings of a node are read unchanged', () => {
  for (const [, { protocol, settings }] of nodes)
    expect(readNodeSettings(protocol, settings)).toEqual({ protocol, settings })
})

it('compares an ETag without the weak mark that a proxy adds', () => {
  const etag = '"cfg-3f81"'
  for (const sent of [etag, `W/${etag}`, `"other", W/${etag}`]) expect(isCurrent(sent, etag)).toBe(true)
  for (const sent of [undefined, '', '"cfg-3f8"', 'cfg-3f81', '*']) expect(isCurrent(sent, etag)).toBe(false)
})
