import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { foreignDocument, linkDocument } from './document.ts'
import { deadEntry, type Entry } from './entry.ts'
import { chooseFormat, chooseSingBoxFields, isOnlooker, type Format, type SingBoxFields } from './format.rules.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../../../tests/fixtures/tunnel/${name}.json`), 'utf8'))
type Exchange = {
  name: string
  request: { headers: { 'user-agent': string } }
  response: { headers: Record<string, string>; body: unknown }
}
const { exchanges } = fixture('links') as { exchanges: Exchange[] }
type App = { userAgent: string; format: Format; singBox?: SingBoxFields }
const { apps } = fixture('user-agents') as { apps: App[] }

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
const account = {
  brand: 'Wayfare',
  up: 1_200_345,
  down: 88_120_456,
  validUntil: new Date(1_801_389_600_000),
  isActive: true,
}
const named = (name: string) => exchanges.find((exchange) => exchange.name === name) as Exchange
const served = ['Mihomo', 'sing-box', 'an app that names several formats']

describe('subscription document', () => {
  it.each(served)('an app of the kind "%s" gets the recorded body and headers', (name) => {
    const { request, response } = named(name)
    const format = chooseFormat(request.headers['user-agent'], undefined)
    const fields = chooseSingBoxFields(request.headers['user-agent'])
    const { headers, body } = linkDocument(format, [reality('INVENTED-public-key'), trojan], account, fields)
    expect(JSON.parse(body)).toEqual(response.body)
    expect(response.headers).toMatchObject(headers)
  })

  it('the plain list equals the recorded one', () => {
    const { response } = named('list for v2rayN, v2rayNG, Shadowrocket, Happ, Streisand and unknown apps')
    const { headers, body } = linkDocument('list', [reality('INVENTED-public-key'), trojan], account)
    expect(Buffer.from(body, 'base64').toString().split('\n')).toEqual(
      Buffer.from(String(response.body), 'base64').toString().split('\n'),
    )
    expect(response.headers).toMatchObject(headers)
  })

  it('an ended account gets a single entry whose name gives the reason', () => {
    const { response } = named('time is over')
    const ended = { brand: 'Wayfare', up: 0, down: 0, validUntil: new Date(1_795_340_000_000), isActive: false }
    const { headers, body } = linkDocument('list', [deadEntry('Ended - renew at example.org')], ended)
    expect(Buffer.from(body, 'base64').toString()).toMatch(
      /^trojan:\/\/ended@127\.0\.0\.1:9#Ended%20-%20renew%20at%20example\.org\n$/,
    )
    expect(body).toBe(response.body)
    expect(response.headers).toMatchObject(headers)
  })

  it('names are unique, IPv6 addresses bracketed, and Shadowsocks keys have 256 bits', () => {
    const serverKey = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
    const node = { protocol: 'shadowsocks', settings: { serverKey } } as const
    const entries = [trojan, { ...trojan, host: '2001:db8::1' }, { ...trojan, name: 'S', node }]
    const lines = Buffer.from(linkDocument('list', entries, account).body, 'base64')
      .toString()
      .split('\n')
    expect(lines[1]).toMatch(/^trojan:\/\/[^@]+@\[2001:db8::1\]:8443\?.*#Frankfurt%201%20\(2\)$/)
    const [cipher, server, key] = (/^ss:\/\/([^@]+)@/.exec(lines[2] ?? '')?.[1] ?? '')
      .split(':')
      .flatMap((part) => decodeURIComponent(part).split(':'))
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

// In a link, an IPv6 address needs brackets, or apps read it as host and port (MHSanaei/3x-ui#5305, 2dust/v2rayN#1436).
// In a separate field it must not have brackets, or Mihomo looks it up as a name
// (clash-verge-rev/clash-verge-rev#7509).
it('an IPv6 address has brackets in links only, with every protocol', () => {
  const host = '2001:db8::1'
  const serverKey = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
  const shadowsocks: Entry = { ...trojan, node: { protocol: 'shadowsocks', settings: { serverKey } } }
  const entries = [reality('INVENTED-public-key'), trojan, shadowsocks].map((entry) => ({ ...entry, host, port: 8443 }))
  const lines = Buffer.from(linkDocument('list', entries, account).body, 'base64')
    .toString()
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => new URL(line).host)).toEqual(lines.map(() => `[${host}]:8443`))
  const { proxies } = JSON.parse(linkDocument('mihomo', entries, account).body) as { proxies: { server: string }[] }
  expect(proxies.map(({ server }) => server)).toEqual([host, host, host])
  const singBox = JSON.parse(linkDocument('sing-box', entries, account).body) as { outbounds: { server?: string }[] }
  expect(singBox.outbounds.flatMap(({ server }) => server ?? [])).toEqual([host, host, host])
})

describe('hostile names', () => {
  type Names = { proxies: { name: string }[]; 'proxy-groups': { name: string; proxies: string[] }[]; rules: string[] }
  type Tags = { outbounds: { tag: string; outbounds?: string[] }[]; route: { final: string } }
  const names = ['Acme', 'direct', 'DIRECT', 'A', 'A (2)', 'a', '"],"x":[', "*&!%@`'", '🇯🇵 东京\\', 'Global']
  const entries = names.map((name) => ({ ...trojan, name }))

  it.each(['Acme', 'Acme, Inc', ' ,Acme ', 'DIRECT', ',', 'a\u0085b"\\', '畅行'])(
    'makes the names of entries unique and keeps references valid for node names and brand %j',
    (brand) => {
      const yaml = JSON.parse(linkDocument('mihomo', entries, { ...account, brand }).body) as Names
      const [group] = yaml['proxy-groups']
      const proxies = yaml.proxies.map(({ name }) => name)
      expect(group?.proxies).toEqual(proxies)
      const all = [...proxies, group?.name, 'DIRECT', 'REJECT', 'GLOBAL']
      expect(new Set(all.map((name) => name?.toLowerCase())).size).toBe(all.length)
      // Mihomo splits a rule at commas and trims the parts, so a comma in a name would break the rule.
      expect(yaml.rules.map((rule) => rule.split(',').map((part) => part.trim()))).toEqual([['MATCH', group?.name]])
      const { outbounds, route } = JSON.parse(linkDocument('sing-box', entries, { ...account, brand }).body) as Tags
      const tags = outbounds.map(({ tag }) => tag)
      expect(new Set(tags).size).toBe(tags.length)
      expect(tags).toEqual(expect.arrayContaining([route.final, ...(outbounds[0]?.outbounds ?? [])]))
      const lines = Buffer.from(linkDocument('list', entries, { ...account, brand }).body, 'base64').toString()
      expect(lines.trimEnd().split('\n')).toHaveLength(names.length)
    },
  )

  // Characters that break VPN apps. go-yaml rejects a whole document for one of them (MetaCubeX/mihomo#2242,
  // KaringX/clashmi#551), and V8 throws at half a surrogate pair in a URI.
  const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\uffff]/u

  it.each([
    ['U+007F', 'a\u007fb'],
    ['U+0001', 'a\u0001b'],
    ['U+009F', 'a\u009fb'],
    ['U+FEFF', '\ufeffa'],
    ['U+FFFF', 'a\uffff'],
    ['half a surrogate pair', 'a\ud83d'],
    ['U+2028', 'a\u2028b'],
    ['only U+007F', ' \u007f '],
    ['U+202E', '\u202ea'],
  ])('removes forbidden characters from a name or brand with %s in every format', (_sign, name) => {
    const hostile = [
      { ...trojan, name },
      { ...trojan, name: `${name}x` },
      { ...trojan, name },
    ]
    const { body: yaml, headers } = linkDocument('mihomo', hostile, { ...account, brand: name })
    expect(yaml).not.toMatch(forbidden)
    expect(yaml).not.toMatch(/\\u/)
    const { proxies } = JSON.parse(yaml) as Names
    const { outbounds } = JSON.parse(linkDocument('sing-box', hostile, { ...account, brand: name }).body) as Tags
    const lines = Buffer.from(linkDocument('list', hostile, { ...account, brand: name }).body, 'base64').toString()
    const listed = [...lines.matchAll(/#(.*)$/gm)].map(([, fragment = '']) => decodeURIComponent(fragment))
    const shown = proxies.map((proxy) => proxy.name)
    expect(listed).toEqual(shown)
    expect(outbounds.slice(1, 4).map(({ tag }) => tag)).toEqual(shown)
    expect(new Set(shown).size).toBe(3)
    for (const one of shown) expect(one.trim()).toMatch(/^\S/)
    const title = Buffer.from(headers['profile-title']?.slice('base64:'.length) ?? '', 'base64').toString()
    expect(title).not.toMatch(forbidden)
  })

  // Apps show a space that is encoded as "+" as a plus sign (cedar2025/Xboard#978, 2dust/v2rayNG#1329).
  it.each(['HK IEPL 10X 01', 'A+B', '100% #1', 'a&b=c?', '🇯🇵 东京'])(
    'apps that read the plain list show the name %j',
    (name) => {
      const list = linkDocument(
        'list',
        [reality('INVENTED-public-key'), trojan].map((one) => ({ ...one, name })),
        account,
      )
      const lines = Buffer.from(list.body, 'base64').toString().trimEnd().split('\n')
      const shown = lines.map((line) => decodeURIComponent(line.slice(line.indexOf('#') + 1)))
      expect(shown).toEqual([name, `${name} (2)`])
      for (const line of lines) expect(line).not.toMatch(/[+ ]/)
    },
  )

  it('a brand with line breaks cannot inject a header', () => {
    const { headers } = linkDocument('mihomo', [trojan], { ...account, brand: 'x\r\nset-cookie: a=b' })
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/)
  })
})

const documentOf = (brand: string, more: Partial<Parameters<typeof linkDocument>[2]> = {}) =>
  linkDocument('list', [trojan], { ...account, brand, ...more }).headers

describe('document headers', () => {
  // Reads a profile's name like Clash Verge Rev 2.5 (src-tauri/src/config/prfitem.rs): it prefers `filename*` and
  // splits it at `''`.
  const profileName = (disposition = '') => {
    const parts = new Map(disposition.split(';').map((part) => part.trim().split('=', 2) as [string, string]))
    return decodeURIComponent(parts.get('filename*')?.split("''").at(-1) ?? '')
  }

  it.each(['Acme', '畅行 VPN', `it's (a) "b"; c*`, 'A\\B', '100%', '🚀'])(
    'Clash apps show the profile name %j in every format',
    (brand) => {
      for (const format of ['mihomo', 'sing-box', 'list'] as const) {
        const { headers } = linkDocument(format, [trojan], { ...account, brand })
        const disposition = headers['content-disposition'] ?? ''
        expect(profileName(disposition)).toBe(brand)
        expect(disposition).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%!#$&+.^`|~-]+$/)
      }
    },
  )

  it('keeps the brand in the file name for apps that read only ASCII', () => {
    expect(documentOf('Acme')['content-disposition']).toContain('filename="Acme"')
    expect(documentOf('畅行')['content-disposition']).toContain('filename="VPN"')
  })

  it("names a panel's document after the brand, not after the customer's pseudonym", () => {
    const headers = { 'content-disposition': 'attachment; filename=wf_4uw63oagm34m2qzvqfnu', announce: 'x' }
    const foreign = foreignDocument({ contentType: 'text/yaml', headers, body: Buffer.from('x') }, account)
    expect(foreign.headers['content-disposition']).toBe(`attachment; filename="Wayfare"; filename*=UTF-8''Wayfare`)
    expect(JSON.stringify(foreign)).not.toContain('wf_')
    expect(foreign.headers.announce).toBe('x')
  })

  // The app clash-party 1.8.4 splits the header at "; " (mihomo-party-org/clash-party#950). Happ shows an expiry of
  // zero as 1970 (Happ-proxy/happ-android#9). nikki cannot read an empty number (nikkinikki-org/OpenWrt-nikki#486).
  it.each([
    ['upload=1;download=2;total=3;expire=1801389600', 'upload=1; download=2; total=3; expire=1801389600'],
    ['expire=1801389600; total=0; download=2; upload=1', 'upload=1; download=2; total=0; expire=1801389600'],
    ['upload=1; download=2; total=3; expire=0', 'upload=1; download=2; total=3; expire=1801389600'],
    ['upload=1; download=2; total=3; expire=', null],
    // SSPanel writes large numbers like `total` below (Fndroid/clash_for_windows_pkg#2604,
    // sub-store-org/Sub-Store#275).
    [
      'upload=124820429; download=4547119625; total=1.0738518196224E+14; expire=1643726001',
      'upload=124820429; download=4547119625; total=107385181962240; expire=1643726001',
    ],
    [
      'upload=0; download=2.5; total=1e15; expire= 1643726001',
      'upload=0; download=3; total=1000000000000000; expire=1643726001',
    ],
    [
      'upload=1; download=2; total=9223372036854775807; expire=1643726001',
      'upload=1; download=2; total=9223372036854775807; expire=1643726001',
    ],
    ['upload=1; download=2; total=1TB; expire=1643726001', null],
    ['upload=-1; download=2; total=3; expire=1643726001', null],
    ['download=2', null],
    ['', null],
  ])("rewrites a panel's traffic header %j so that all apps can read it", (info, expected) => {
    const headers = { 'subscription-userinfo': info }
    const foreign = foreignDocument({ contentType: 'text/plain', headers, body: Buffer.from('x') }, account)
    const own = linkDocument('list', [trojan], account).headers['subscription-userinfo']
    expect(foreign.headers['subscription-userinfo']).toBe(expected ?? own)
    expect(own).toBe('upload=1200345; download=88120456; total=0; expire=1801389600')
  })

  // The app Hiddify discards a whole profile whose title is not base64 of UTF-8 (hiddify/hiddify-app#2324).
  it("a panel's broken profile title is replaced", () => {
    const headers = { 'profile-title': 'base64:/w==', 'profile-update-interval': '1' }
    const foreign = foreignDocument({ contentType: 'text/plain', headers, body: Buffer.from('x') }, account)
    expect(foreign.headers).toMatchObject({ 'profile-title': 'base64:V2F5ZmFyZQ==', 'profile-update-interval': '1' })
  })

  // The app ClashMetaForAndroid switches updates off at zero and less (MetaCubeX/ClashMetaForAndroid#732), and Clash
  // Verge reads whole hours (zzzgydi/clash-verge#81).
  it.each([
    ['1', '1'],
    [' 24 ', '24'],
    ['0', '12'],
    ['-1', '12'],
    ['0.5', '12'],
    ['12h', '12'],
    ['', '12'],
    ['99999', '12'],
  ])("a panel's update interval %j reaches apps as %s hours", (stated, hours) => {
    const headers = { 'profile-update-interval': stated }
    const foreign = foreignDocument({ contentType: 'text/plain', headers, body: Buffer.from('x') }, account)
    expect(foreign.headers['profile-update-interval']).toBe(hours)
  })

  it('an ended account has an expiry in the past, never zero', () => {
    const expiryOf = (more: object) =>
      Number(/expire=(\d+)$/.exec(documentOf('A', { isActive: false, ...more })['subscription-userinfo'] ?? '')?.[1])
    const now = Date.now() / 1_000
    for (const validUntil of [null, new Date(0), new Date(Date.now() + 1e9)]) {
      expect(expiryOf({ validUntil })).toBeGreaterThan(now - 2 * 86_400)
      expect(expiryOf({ validUntil })).toBeLessThan(now)
    }
    expect(expiryOf({ validUntil: new Date(1_795_340_000_000) })).toBe(1_795_340_000)
    expect(expiryOf({ validUntil: new Date(1_801_389_600_000), isActive: true })).toBe(1_801_389_600)
  })
})

describe('Mihomo document', () => {
  // Without quotes, YAML reads these REALITY ids as numbers, and Mihomo rejects the whole document: "invalid REALITY
  // short ID" (MHSanaei/3x-ui#6104, appshubcc/Bettbox#458, vernesong/OpenClash#4992). YAML 1.2 reads 38e92059 as
  // infinity, which JSON cannot contain (bgpeer/nodekit#561).
  it.each(['0983e134', '2351e1', '38e92059', '00000000', '40', '0123456789012345', ''])(
    'the REALITY short id %j stays text',
    (shortId) => {
      const entry = reality('INVENTED-public-key')
      const settings = { ...(entry.node.settings as object), shortId }
      const node = { protocol: 'vless', settings } as Entry['node']
      const { body } = linkDocument('mihomo', [{ ...entry, node }], account)
      expect(body).toContain(`"short-id":"${shortId}"`)
      // The app OpenClash parses the document and writes it again with Ruby's YAML, which keeps quoted text as text.
      const { proxies } = parseYaml(body) as { proxies: { 'reality-opts': unknown }[] }
      expect(proxies[0]?.['reality-opts']).toEqual({ 'public-key': 'INVENTED-public-key', 'short-id': shortId })
    },
  )
})

describe('sing-box document', () => {
  type Rule = { action?: string; protocol?: string; outbound?: string | string[]; ip_is_private?: boolean }
  type Server = { tag: string; type?: string; server?: string; address?: string; detour?: string }
  type Config = {
    dns: { servers: Server[]; rules?: { outbound: string; server: string }[] }
    inbounds: { type: string; address: string[]; sniff?: boolean }[]
    outbounds: { type: string; tag: string }[]
    route: { final: string; rules: Rule[]; default_domain_resolver?: { server: string } }
  }
  const configFor = (fields: SingBoxFields) =>
    JSON.parse(linkDocument('sing-box', [trojan], { ...account, brand: 'Acme' }, fields).body) as Config

  // The operating system sends DNS queries to the IP address next to that of the tun interface (GetDNSServerAddress in
  // experimental/libbox/tun.go of sing-box).
  it.each(['1.10', '1.11', '1.12'] as const)(
    "the sing-box config of %s has one DNS server through the tunnel and one outside it for the node's own name",
    (fields) => {
      const { dns, outbounds, route } = configFor(fields)
      const [tunnel, direct] = dns.servers
      expect(tunnel?.detour).toBe('Acme')
      expect(route.final).toBe('Acme')
      expect(direct?.detour).toBe(fields === '1.12' ? undefined : 'direct')
      const nodeNames =
        route.default_domain_resolver?.server ?? dns.rules?.find((rule) => rule.outbound === 'any')?.server
      expect(nodeNames).toBe(direct?.tag)
      // sing-box 1.14 rejects the old fields for DNS servers, and 1.11 rejects those of 1.12.
      expect(dns.servers.every(({ type, address }) => (fields === '1.12' ? type && !address : address && !type))).toBe(
        true,
      )
      const dnsOutbound = outbounds.find(({ type }) => type === 'dns')?.tag
      expect(dnsOutbound).toBe(fields === '1.10' ? 'dns' : undefined)
      const takesNames = route.rules.findIndex(
        ({ protocol, action, outbound }) =>
          protocol === 'dns' && (fields === '1.10' ? outbound === 'dns' : action === 'hijack-dns'),
      )
      const isPrivate = route.rules.findIndex((rule) => rule.ip_is_private && rule.outbound === 'direct')
      expect(takesNames).toBeGreaterThanOrEqual(0)
      // The network of the tun interface is private, too. A rule for private addresses before the DNS rule would
      // therefore catch the DNS queries.
      expect(isPrivate).toBeGreaterThan(takesNames)
    },
  )

  it.each([
    ['1.10', true, -1],
    ['1.11', undefined, 0],
    ['1.12', undefined, 0],
  ] as const)(
    'the sing-box config of %s enables sniffing where that core version expects it',
    (fields, atInbound, rule) => {
      const { inbounds, route } = configFor(fields)
      expect(inbounds[0]?.sniff).toBe(atInbound)
      expect(route.rules.findIndex(({ action }) => action === 'sniff')).toBe(rule)
    },
  )

  it('the sing-box config sends IPv6 through the tunnel', () => {
    const { inbounds } = configFor('1.12')
    expect(inbounds[0]?.address.some((address) => address.includes(':'))).toBe(true)
  })

  it('apps with their own settings get only the outbounds of sing-box', () => {
    expect(Object.keys(configFor('outbounds'))).toEqual(['outbounds'])
  })
})

describe('document format', () => {
  it.each(apps)(
    'an app with the user agent $userAgent gets the format $format, in upper or lower case',
    ({ userAgent, format, singBox }) => {
      for (const agent of [userAgent, userAgent.toUpperCase(), ` ${userAgent}`]) {
        expect(chooseFormat(agent, undefined)).toBe(format)
        expect(chooseSingBoxFields(agent)).toBe(singBox ?? '1.12')
      }
      expect(isOnlooker(userAgent, undefined)).toBe(false)
    },
  )

  it.each(apps.filter(({ format }) => format === 'list'))(
    'an app with the user agent $userAgent gets the plain list even if its user agent also names Clash, except okhttp',
    ({ userAgent }) => {
      const known = !userAgent.startsWith('okhttp')
      expect(chooseFormat(`${userAgent} like ClashMeta sing-box`, undefined)).toBe(known ? 'list' : 'mihomo')
    },
  )

  it.each(['', '/', '__proto__', 'constructor/1', 'x'.repeat(100_000), '\u0000', '('])(
    'an unusable user agent gets the plain list',
    (agent) => {
      expect(chooseFormat(agent, undefined)).toBe('list')
      expect(chooseFormat(agent, '__proto__')).not.toBe('mihomo')
      expect(chooseSingBoxFields(agent)).toBe('1.12')
    },
  )

  it('a format in the URL overrides the user agent, and an unknown format is ignored', () => {
    expect(chooseFormat('clash/1', 'sing-box')).toBe('sing-box')
    expect(chooseFormat('clash/1', 'CLASH')).toBe('mihomo')
    expect(chooseFormat('clash/1', 'xml')).toBe('mihomo')
    expect(chooseFormat('SFA/1.12', 'meta')).toBe('mihomo')
    expect(chooseFormat('SFA/1.12', 'v2ray')).toBe('list')
  })
})

describe('link preview robot', () => {
  // User agents of link preview robots. Those of Telegram, Slack, Discord, X and Facebook are documented; the others
  // come from logs.
  const previews = [
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0',
    'facebookexternalhit/1.1',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mattermost-Bot/1.1',
    'DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ]

  it.each(previews)('%s is a robot, even when the URL names a format', (agent) => {
    for (const wanted of [undefined, 'mihomo', 'sing-box', 'xml', '']) expect(isOnlooker(agent, wanted)).toBe(true)
  })

  it('a browser is treated like a robot unless the URL names a format', () => {
    const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    expect(isOnlooker(browser, undefined)).toBe(true)
    expect(isOnlooker(browser, 'mihomo')).toBe(false)
  })

  it.each([
    '',
    'v2rayNG/1',
    'Shadowrocket/1 CFNetwork',
    'clash-verge/v2.3.0-preview',
    'v2rayNG/1.10.0 (preview; bot)',
    'Robot-Proxy/1.0',
    'SpiderVPN/2',
    'FlClash/1 (crawler)',
    'Hiddify/3 whatsapp',
  ])('%j is an app, whatever words its name or version contains', (agent) => {
    expect(isOnlooker(agent, undefined)).toBe(false)
  })
})
