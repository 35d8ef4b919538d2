import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { linkDocument } from './document.ts'
import { deadEntry, type Entry } from './entry.ts'
import { chooseFormat, isOnlooker } from './format.rules.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../../../tests/fixtures/tunnel/${name}.json`), 'utf8'))
type Exchange = {
  name: string
  request: { headers: { 'user-agent': string } }
  response: { headers: Record<string, string>; body: unknown }
}
const { exchanges } = fixture('links') as { exchanges: Exchange[] }
const apps = fixture('user-agents') as Record<'mihomo' | 'singBox' | 'list', string[]>

const credential = '4d9a0001-6b1e-4c52-9a70-3f0c5e8d7b01'
const reality = (publicKey: string): Entry => ({
  name: 'Tokyo 1',
  host: 'node.example.org',
  port: 443,
  credential,
  node: {
    protocol: 'vless',
    settings: {
      security: 'reality',
      serverName: 'www.example.org',
      shortId: '6ba85179e30d4fc2',
      privateKey: 'x',
      publicKey,
    },
  },
})
const trojan: Entry = {
  name: 'Frankfurt 1',
  host: 'node2.example.org',
  port: 8443,
  credential,
  node: { protocol: 'trojan', settings: { serverName: 'node2.example.org' } },
}
const account = { brand: 'Wayfare', up: 1_200_345, down: 88_120_456, validUntil: new Date(1_801_389_600_000) }
const named = (name: string) => exchanges.find((exchange) => exchange.name === name) as Exchange
const served = ['Mihomo', 'sing-box', 'an app that names several formats']

describe('what an app gets', () => {
  it.each(served)('%s: body and headers as recorded', (name) => {
    const { request, response } = named(name)
    const format = chooseFormat(request.headers['user-agent'], undefined)
    const { headers, body } = linkDocument(format, [reality('INVENTED-public-key'), trojan], account)
    expect(JSON.parse(body)).toEqual(response.body)
    expect(response.headers).toMatchObject(headers)
  })

  it('the plain list, as recorded', () => {
    const { response } = named('list for v2rayN, v2rayNG, Shadowrocket, Happ, Streisand and unknown apps')
    const { headers, body } = linkDocument('list', [reality('INVENTED-public-key'), trojan], account)
    expect(Buffer.from(body, 'base64').toString().split('\n')).toEqual(
      Buffer.from(String(response.body), 'base64').toString().split('\n'),
    )
    expect(response.headers).toMatchObject(headers)
  })

  it('one dead entry that says why, once time is over', () => {
    const { response } = named('time is over')
    const ended = { brand: 'Wayfare', up: 0, down: 0, validUntil: new Date(1_795_340_000_000) }
    const { headers, body } = linkDocument('list', [deadEntry('Ended - renew at example.org')], ended)
    expect(Buffer.from(body, 'base64').toString()).toMatch(
      /^trojan:\/\/ended@127\.0\.0\.1:9#Ended%20-%20renew%20at%20example\.org\n$/,
    )
    expect(body).toBe(response.body)
    expect(response.headers).toMatchObject(headers)
  })

  it('names that differ, an address of IPv6 in brackets, and Shadowsocks with a key of 256 bits', () => {
    const serverKey = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
    const node = { protocol: 'shadowsocks', settings: { serverKey } } as const
    const entries = [trojan, { ...trojan, host: '2001:db8::1' }, { ...trojan, name: 'S', node }]
    const lines = Buffer.from(linkDocument('list', entries, account).body, 'base64')
      .toString()
      .split('\n')
    expect(lines[1]).toMatch(/^trojan:\/\/[^@]+@\[2001:db8::1\]:8443\?.*#Frankfurt%201%20\(2\)$/)
    const user = Buffer.from(/^ss:\/\/([^@]+)@/.exec(lines[2] ?? '')?.[1] ?? '', 'base64url').toString()
    const [cipher, server, key] = user.split(':')
    expect([cipher, server]).toEqual(['2022-blake3-aes-256-gcm', serverKey])
    expect(Buffer.from(key ?? '', 'base64').toString()).toBe(credential.slice(0, 32))
    const { proxies } = JSON.parse(linkDocument('mihomo', entries, account).body) as {
      proxies: { type: string; password: string }[]
    }
    expect(proxies[2]).toMatchObject({ type: 'ss', password: `${serverKey}:${key}` })
    const { outbounds } = JSON.parse(linkDocument('sing-box', entries, account).body) as { outbounds: object[] }
    expect(outbounds[3]).toMatchObject({ type: 'shadowsocks', password: `${serverKey}:${key}` })
  })
})

describe('hostile names', () => {
  type Names = { proxies: { name: string }[]; 'proxy-groups': { name: string; proxies: string[] }[]; rules: string[] }
  type Tags = { outbounds: { tag: string; outbounds?: string[] }[]; route: { final: string } }
  const names = ['Acme', 'direct', 'DIRECT', 'A', 'A (2)', 'a', '"],"x":[', "*&!%@`'", '🇯🇵 东京\\', 'Global']
  const entries = names.map((name) => ({ ...trojan, name }))

  it.each(['Acme', 'Acme, Inc', ' ,Acme ', 'DIRECT', ',', 'a\u0085b"\\', '畅行'])(
    'of nodes and of the brand %j: each name stands once, and what refers to one finds it',
    (brand) => {
      const yaml = JSON.parse(linkDocument('mihomo', entries, { ...account, brand }).body) as Names
      const [group] = yaml['proxy-groups']
      const proxies = yaml.proxies.map(({ name }) => name)
      expect(group?.proxies).toEqual(proxies)
      const all = [...proxies, group?.name, 'DIRECT', 'REJECT', 'GLOBAL']
      expect(new Set(all.map((name) => name?.toLowerCase())).size).toBe(all.length)
      // As Mihomo takes a rule apart.
      expect(yaml.rules.map((rule) => rule.split(',').map((part) => part.trim()))).toEqual([['MATCH', group?.name]])
      const { outbounds, route } = JSON.parse(linkDocument('sing-box', entries, { ...account, brand }).body) as Tags
      const tags = outbounds.map(({ tag }) => tag)
      expect(new Set(tags).size).toBe(tags.length)
      expect(tags).toEqual(expect.arrayContaining([route.final, ...(outbounds[0]?.outbounds ?? [])]))
      const lines = Buffer.from(linkDocument('list', entries, { ...account, brand }).body, 'base64').toString()
      expect(lines.trimEnd().split('\n')).toHaveLength(names.length)
    },
  )

  it('of the brand are no header of their own', () => {
    const { headers } = linkDocument('mihomo', [trojan], { ...account, brand: 'x\r\nset-cookie: a=b' })
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/)
  })
})

describe('the format', () => {
  it.each([
    ...apps.mihomo.map((app) => [app, 'mihomo'] as const),
    ...apps.singBox.map((app) => [app, 'sing-box'] as const),
    ...apps.list.map((app) => [app, 'list'] as const),
  ])('of %s is %s, in any case and with any version', (app, format) => {
    for (const agent of [app, app.toUpperCase(), `${app}/1.2.3 (x) like ClashMeta sing-box`, ` ${app}/9`])
      expect(chooseFormat(agent, undefined)).toBe(format)
  })

  it.each(['', '/', '__proto__', 'constructor/1', 'x'.repeat(100_000), '\u0000', '('])(
    'of nonsense is the plain list',
    (agent) => {
      expect(chooseFormat(agent, undefined)).toBe('list')
      expect(chooseFormat(agent, '__proto__')).not.toBe('mihomo')
    },
  )

  it('that the address asks for wins, and one that there is not does not', () => {
    expect(chooseFormat('clash/1', 'sing-box')).toBe('sing-box')
    expect(chooseFormat('clash/1', 'CLASH')).toBe('mihomo')
    expect(chooseFormat('clash/1', 'xml')).toBe('mihomo')
  })

  it('browsers and previews of a chat look on; apps do not', () => {
    for (const agent of ['Mozilla/5.0 (X11)', 'TelegramBot (like TwitterBot)', 'WhatsApp/2', 'facebookexternalhit/1.1'])
      expect(isOnlooker(agent)).toBe(true)
    for (const agent of ['v2rayNG/1', 'clash-verge/2', 'Shadowrocket/1 CFNetwork', ''])
      expect(isOnlooker(agent)).toBe(false)
  })
})
