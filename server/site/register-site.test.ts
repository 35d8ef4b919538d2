import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { GroupCard, Renderer, RenderRequest, SiteData } from '#shared/site.ts'
import type { ReadGroup } from './group-links.ts'
import { createPassCookie } from '#server/modules/operators/shop-pass.ts'
import { registerSite, type Site } from './register-site.ts'
import { createVariants } from './variants.ts'

const known = new Map([
  ['/', true],
  ['/pricing', true],
  ['/user', false],
])
let rendered: RenderRequest[] = []
const parts = { script: 's', style: 'c', frames: [], connects: [] }
const renderer: Renderer = {
  match: (path) => {
    if (path === '/broken') return { path, prefixable: true, movedTo: null, hasToken: false }
    if (path === '/old') return { path, prefixable: true, movedTo: '/pricing', hasToken: false }
    const prefixable = known.get(path)
    return prefixable === undefined ? null : { path, prefixable, movedTo: null, hasToken: false }
  },
  render: (request) => {
    rendered.push(request)
    if (request.path === '/broken') throw new Error('a page with a bug')
    const status = request.path === '' ? 404 : 200
    const { group, language } = request
    const told = group === undefined ? request.path : group ? `${group.pictures.wide} ${group.pictures.square}` : 'none'
    return {
      status: group === null ? 404 : status,
      html: `<html lang="${language}">${told} ${request.data.version}`,
      ...parts,
    }
  },
  addresses: () => ['/', '/pricing'],
  groupPicture: ({ card, language, shape, data }) =>
    `${shape} ${language} ${card.version}${data.mark ? ` ${data.mark.data}` : ''}`,
  brandPicture: (name, data) =>
    /^(?:mark\.svg|icon-180\.png)$/.test(name)
      ? `<svg>own ${name}${data.mark ? ` ${data.mark.data}` : ''}</svg>`
      : null,
  renderNeedsScript: ({ language, path, prefixed }) => ({
    status: 405,
    html: `<html lang="${language}">needs a script ${path} ${prefixed}`,
    ...parts,
  }),
  renderClosed: ({ language, path, prefixed }) => ({
    status: 503,
    html: `<html lang="${language}">closed ${path} ${prefixed}`,
    ...parts,
  }),
  renderError: ({ language, requestId }) => ({
    status: 500,
    html: `<html lang="${language}">sorry ${requestId}`,
    ...parts,
  }),
}
const file = Buffer.from('alert(1)')
const files = new Map([
  [
    '/assets/main-1.js',
    createVariants(200, { 'content-type': 'text/javascript' }, { br: file, gzip: file, identity: file }),
  ],
])

let version = 'v1'
let reads = 0
let broken = false
let slow: Promise<void> | null = null
let app: ReturnType<typeof Fastify>
let groupVersion = 1
let groupReads: string[] = []
let drawn: string[] = []
let crowded = false
let mark: SiteData['mark'] = null
let isOpen = true
let pass: 'look' | 'rehearsal' | null = null
let securityContact: SiteData['securityContact'] = null
let ownPictures: string | null = null

const readGroup: ReadGroup = async (groupId) => {
  groupReads.push(groupId)
  if (groupId === 'BR0KEN00000') throw new Error('no database')
  const card = { groupId, version: groupVersion } as GroupCard
  return groupId === '0123456789A' ? { en: card, 'zh-CN': card } : null
}
const drawPicture = async (svg: string) => {
  drawn.push(svg)
  if (svg.includes('endless')) throw new Error('a picture was not drawn in time')
  return crowded ? null : Buffer.from(svg)
}
let site: Site

beforeEach(() => {
  rendered = []
  groupReads = []
  drawn = []
  crowded = false
  mark = null
  isOpen = true
  pass = null
  securityContact = null
  ownPictures = null
  groupVersion = 1
  version = 'v1'
  reads = 0
  broken = false
  slow = null
  app = Fastify()
  site = registerSite(app, {
    readGroup,
    findDestination: async (referral) => (referral === 'W4YF7K2M-video' ? '/pricing' : null),
    drawPicture,
    passCookie: createPassCookie('http://localhost'),
    passes: {
      linkFor: () => '',
      cookieFor: (link) => (link === 'good' ? 'a-pass-that-is-long-enough' : null),
      find: async (cookie) =>
        cookie === 'a-pass-that-is-long-enough' && pass ? { kind: pass, operatorId: 'olive', operator: 'olive' } : null,
    },
    build: { renderer, files },
    loadSiteData: async () => {
      reads += 1
      await slow
      if (broken) throw new Error('no database')
      return {
        version,
        publicOrigin: 'http://localhost',
        apiPrefix: '/v4',
        brand: { en: 'Wayfare', 'zh-CN': '畅行' },
        look: defaultLook,
        mark,
        pageTexts: {},
        pictures: ownPictures,
        adsCrawlers: ['AdsBot-Google', 'Googlebot'],
        securityContact,
        isOpen,
      } as unknown as SiteData
    },
    now: () => new Date('2026-11-20T23:00:00Z'),
  })
})
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('closed shop', () => {
  const cookie = 'a=b; pass=a-pass-that-is-long-enough'
  beforeEach(() => {
    isOpen = false
    known.set('/clause/terms-of-service', true)
  })
  afterEach(() => known.delete('/clause/terms-of-service'))

  it.each([
    ['/', '/ false'],
    ['/en/pricing', '/pricing true'],
    ['/register', '/ false'],
    ['/crypto-pay/plan-1', '/ false'],
    ['/users', '/ false'],
    ['/no-such-page', '/ false'],
    ['/?r=W4YF7K2M-video', '/ false'],
    ['/group-buying?group=0123456789A', '/ false'],
  ])(
    'the URL %s shows the holding page in the language of the visitor, not cached and not indexed',
    async (url, page) => {
      const answer = await get(url, { 'accept-language': 'en' })
      expect([answer.statusCode, answer.body]).toEqual([503, `<html lang="en">closed ${page}`])
      expect(answer.headers).toMatchObject({
        'retry-after': '3600',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      expect((await get('/', { cookie: 'language=zh-CN' })).body).toContain('lang="zh-CN"')
    },
  )

  it('a form sent without scripts shows the holding page too', async () => {
    const sent = await app.inject({ method: 'POST', url: '/pricing', headers: { accept: 'text/html' } })
    expect([sent.statusCode, sent.body]).toEqual([503, expect.stringContaining('closed /pricing')])
    const signIn = await app.inject({ method: 'POST', url: '/user', headers: { accept: 'text/html' } })
    expect(signIn.body).toContain('needs a script')
  })

  it.each(['/mails/stop/a-token', '/en/mails/confirm/accountant-a-token', '/mails/over'])(
    'the page %s, to which a mail leads, stays up',
    async (url) => {
      const path = url.replace('/en', '')
      known.set(path, true)
      expect((await get(url, { 'accept-language': 'en' })).body).toContain(`${path} v1`)
      known.delete(path)
    },
  )

  it.each([
    '/login',
    '/resetpassword',
    '/user',
    '/user/connect',
    '/zh-CN/user/help',
    '/start',
    '/purchased?order=1',
    '/crypto-pay/plan-1?network=tron&order=1',
  ])('customers reach %s, because they have paid', async (url) => {
    const path = url.replace('/zh-CN', '').split('?', 1)[0]!
    const before = known.get(path)
    known.set(path, true)
    const answer = await get(url, { 'accept-language': 'en' })
    if (before === undefined) known.delete(path)
    else known.set(path, before)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(`>${path} v1`)])
  })

  it('legal texts, robots.txt and files stay up, and the sitemap is gone', async () => {
    const urls = ['/clause/terms-of-service', '/robots.txt', '/assets/main-1.js', '/sitemap.xml']
    const answers = await Promise.all(urls.map(async (url) => (await get(url)).statusCode))
    expect(answers).toEqual([200, 200, 200, 503])
  })

  it('an operator with a preview pass sees the closed shop, which no cache keeps and no crawler indexes', async () => {
    pass = 'look'
    const page = await get('/pricing', { cookie, 'accept-language': 'en' })
    expect([page.statusCode, page.body]).toEqual([200, '<html lang="en">/pricing v1'])
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(rendered.at(-1)?.data).toMatchObject({ isOpen: true, stage: 'closed' })
  })

  it('a preview pass that is no longer valid shows the holding page', async () => {
    expect((await get('/pricing', { cookie })).statusCode).toBe(503)
    expect((await get('/pricing', { cookie: 'pass=another-pass-of-some-length' })).statusCode).toBe(503)
  })

  it('a preview pass changes nothing in an open shop, except during a rehearsal', async () => {
    isOpen = true
    pass = 'look'
    await get('/pricing', { cookie })
    expect(rendered.at(-1)?.data.stage).toBeUndefined()
    pass = 'rehearsal'
    await get('/pricing', { cookie })
    expect(rendered.at(-1)?.data.stage).toBe('rehearsal')
  })

  it('the URL of a preview pass sets its cookie, and removes the cookie if the pass is not valid', async () => {
    const taken = await get('/look?pass=good')
    expect([taken.statusCode, taken.headers.location]).toEqual([303, '/'])
    expect(taken.headers['set-cookie']).toMatch(
      /^pass=a-pass-that-is-long-enough; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
    )
    expect((await get('/look?pass=good&plans')).headers.location).toBe('/pricing')
    for (const url of ['/look', '/look?pass=forged', '/look?pass=good&pass=good'])
      expect((await get(url)).headers['set-cookie']).toMatch(/^pass=; .*Max-Age=0$/)
  })
})

describe("pictures of the shop's brand", () => {
  it('a shop without brand pictures of its own draws none, and old URLs redirect to the shipped files', async () => {
    const moved = await get('/brand/abc/icon-180.png')
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/icon-180.png'])
    expect((await get('/icon-180.png')).statusCode).toBe(404)
    expect(drawn).toEqual([])
  })

  it("the shop's own picture is drawn once, cached for good by its path, and also sent for the shipped file names", async () => {
    ownPictures = '/brand/new'
    const icon = await get('/brand/new/icon-180.png')
    expect(icon.body).toBe('<svg>own icon-180.png</svg>')
    expect(icon.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get('/icon-180.png')).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
    })
    expect(drawn).toHaveLength(1)
    const drawing = await get('/mark.svg')
    expect([drawing.body, drawing.headers['content-type']]).toEqual(['<svg>own mark.svg</svg>', 'image/svg+xml'])
    const moved = await get('/brand/old/mark.svg')
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/brand/new/mark.svg'])
    expect((await get('/brand/new/../x.png')).statusCode).toBe(404)
    expect((await get('/brand/new/icon-999.png')).statusCode).toBe(404)
  })

  it('a picture that cannot be drawn now is drawn when it is asked for again', async () => {
    ownPictures = '/brand/new'
    crowded = true
    expect((await get('/brand/new/icon-180.png')).statusCode).toBe(503)
    crowded = false
    expect((await get('/brand/new/icon-180.png')).statusCode).toBe(200)
  })

  it('a logo that cannot be drawn leaves icons and group pictures with the shipped one, which is not cached', async () => {
    ownPictures = '/brand/new'
    mark = { kind: 'svg', data: 'endless' }
    const icon = await get('/brand/new/icon-180.png')
    expect([icon.statusCode, icon.body]).toEqual([200, '<svg>own icon-180.png</svg>'])
    expect(icon.headers['cache-control']).toBe('no-cache')
    const page = await get('/group-buying?group=0123456789A')
    const address = /\/og\/group\/\S+?-wide\.png/.exec(page.body)?.[0] ?? ''
    const picture = await get(address)
    expect([picture.statusCode, picture.body]).toEqual([200, 'wide zh-CN 1'])
    expect(picture.headers['cache-control']).toBe('no-store')
    expect(drawn.filter((svg) => svg.includes('endless'))).toHaveLength(1)
  })
})

describe('answers for pages', () => {
  it('a page is in the language of its URL, even against the cookie, or else of the browser, with a matching Vary header', async () => {
    expect((await get('/pricing')).body).toContain('lang="zh-CN"')
    const english = await get('/pricing', { 'accept-language': 'en-US,zh' })
    expect(english.body).toBe('<html lang="en">/pricing v1')
    expect(english.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/zh-CN/pricing', { cookie: 'language=en' })).body).toContain('lang="zh-CN"')
  })

  it('a page is rendered once, and again when its data change', async () => {
    await get('/pricing')
    await get('/pricing')
    expect(rendered).toHaveLength(1)
    // At the test's time the next day has already begun in China.
    expect(rendered[0]).toMatchObject({ path: '/pricing', prefixed: false, today: '2026-11-21' })
    version = 'v2'
    site.invalidate()
    expect((await get('/pricing')).body).toContain('v2')
    expect(reads).toBe(2)
  })

  it('a page is compressed as requested and answered with 304 when cached', async () => {
    const page = await get('/pricing', { 'accept-encoding': 'gzip, br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('/pricing')
    const again = await get('/pricing', { 'if-none-match': String(page.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(page.headers.etag)
  })

  it('a page has the same content and ETag in every encoding, also once it is kept as brotli alone', async () => {
    const read = async (encoding: string) => get('/pricing', { 'accept-language': 'en', 'accept-encoding': encoding })
    const first = await read('br')
    await vi.waitFor(async () => expect((await read('br')).rawPayload).not.toEqual(first.rawPayload))
    const [br, gzip, plain] = [await read('br'), await read('gzip'), await read('')]
    const texts = [brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload), plain.rawPayload].map(String)
    expect(texts).toEqual(Array(3).fill('<html lang="en">/pricing v1'))
    expect([br, gzip, plain].map(({ headers }) => [headers.etag, headers['content-encoding']])).toEqual([
      [first.headers.etag, 'br'],
      [first.headers.etag, 'gzip'],
      [first.headers.etag, undefined],
    ])
  })

  it('HEAD is answered without a body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/pricing' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
  })

  it.each(['/nothing', '/en/user', '//evil.example/', '/assets', '/pricing/more'])(
    'the URL %s is answered with 404',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('a URL with a trailing slash is redirected to the page without it, and keeps its query', async () => {
    const moved = await get('/en/pricing/?plan=1')
    expect(moved.statusCode).toBe(308)
    expect(moved.headers['cache-control']).toBe('public, max-age=3600')
    expect(moved.headers.location).toBe('/en/pricing?plan=1')
    const signingIn = await get('/user/?token=secret')
    expect([signingIn.statusCode, signingIn.headers['cache-control']]).toEqual([308, 'no-store'])
  })

  it('an old URL redirects to the new one in the same language and with the same query', async () => {
    const moved = await get('/zh-CN/old?a=1')
    expect([moved.statusCode, moved.headers.location]).toEqual([308, '/zh-CN/pricing?a=1'])
  })

  it('an ads crawler gets a blank page, and a search crawler gets everything even if the list names it', async () => {
    const blank = await get('/pricing', { 'user-agent': 'AdsBot-Google (+http://www.google.com/adsbot.html)' })
    expect(blank.statusCode).toBe(200)
    expect(blank.body).toBe('<!doctype html><title></title>')
    expect((await get('/pricing', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).body).toContain('v1')
  })

  it('the sitemap lists every page in both languages, robots.txt names the sitemap, and the manifest names the shop', async () => {
    const sitemap = (await get('/sitemap.xml')).body
    expect(sitemap.match(/<loc>/g)).toHaveLength(6)
    expect(sitemap).toContain('<loc>http://localhost/zh-CN/pricing</loc>')
    expect(sitemap).toContain('<xhtml:link rel="alternate" hreflang="x-default" href="http://localhost/"/>')
    const robots = (await get('/robots.txt')).body
    expect(robots).toContain('Disallow: /user\n')
    expect(robots).toContain('Sitemap: http://localhost/sitemap.xml')
    const manifest = await get('/manifest-zh-CN.webmanifest')
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(manifest.json()).toMatchObject({ name: '畅行', lang: 'zh-CN' })
  })

  it('a password manager finds the page where passwords are changed', async () => {
    const found = await get('/.well-known/change-password')
    expect([found.statusCode, found.headers['location']]).toEqual([302, '/user/security'])
    // Managers ask this address to learn whether the site answers every address alike.
    const none = await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')
    expect(none.statusCode).toBe(404)
  })

  it('security.txt names the contact, if one is set, and expires in ninety days', async () => {
    expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
    securityContact = { contact: 'mailto:security@vpn.example', policy: 'https://vpn.example/security' }
    version = 'v2'
    site.invalidate()
    const named = await get('/.well-known/security.txt')
    expect(named.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(named.body).toBe(
      [
        'Contact: mailto:security@vpn.example',
        'Expires: 2027-02-18T00:00:00.000Z',
        'Preferred-Languages: en, zh',
        'Canonical: http://localhost/.well-known/security.txt',
        'Policy: https://vpn.example/security',
        '',
      ].join('\n'),
    )
  })

  it('a page that fails to render is answered with 500 and the request id, uncached', async () => {
    const page = await get('/broken', { 'accept-language': 'en' })
    expect(page.statusCode).toBe(500)
    expect(page.body).toMatch(/^<html lang="en">sorry req-\w+$/)
    expect(page.headers['cache-control']).toBe('no-store')
    const again = await get('/broken', { 'accept-language': 'zh-CN' })
    expect(again.body).toMatch(/^<html lang="zh-CN">sorry req-\w+$/)
    expect(again.body.split(' ').at(-1)).not.toBe(page.body.split(' ').at(-1))
  })

  it('a page is answered with 503 and a message when there are no data', async () => {
    broken = true
    const page = await get('/', { 'accept-language': 'en' })
    expect(page.statusCode).toBe(503)
    expect(page.body).toMatch(/try again/)
    broken = false
    expect((await get('/')).statusCode).toBe(200)
  })
})

describe('change of the data by another process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())
  const body = async () => (await get('/pricing')).body

  it('changed data is shown to the next visitor of a quiet shop, and within five seconds in a busy one', async () => {
    expect(await body()).toContain('v1')
    version = 'v2'
    vi.advanceTimersByTime(4_999)
    expect(await body()).toContain('v1')
    vi.advanceTimersByTime(2)
    expect(await body()).toContain('v2')
    version = 'v3'
    vi.advanceTimersByTime(3_600_000)
    expect(await Promise.all([body(), body(), body()])).toEqual(Array(3).fill(expect.stringContaining('v3')))
  })

  it('the data version is read once in five seconds, however many visitors there are', async () => {
    for (let second = 0; second < 20; second++) {
      await Promise.all(Array.from({ length: 10 }, body))
      vi.advanceTimersByTime(1_000)
    }
    expect(reads).toBe(4)
  })

  it('one visitor waits briefly for a slow read of changed data, and later visitors do not wait', async () => {
    await body()
    version = 'v2'
    let answer = () => {}
    slow = new Promise((resolve) => (answer = resolve))
    vi.advanceTimersByTime(5_001)
    const began = Date.now()
    expect(await body()).toContain('v1')
    expect(Date.now() - began).toBeGreaterThanOrEqual(200)
    vi.advanceTimersByTime(250)
    const later = Date.now()
    for (let visitor = 0; visitor < 20; visitor++) expect(await body()).toContain('v1')
    expect(Date.now() - later).toBeLessThan(2_000)
    answer()
    await vi.waitFor(async () => expect(await body()).toContain('v2'))
    expect(reads).toBe(2)
  })

  it('pages stay as they are until the next try if the data version cannot be read', async () => {
    await body()
    broken = true
    version = 'v2'
    vi.advanceTimersByTime(5_001)
    expect(await body()).toContain('v1')
    broken = false
    expect(await body()).toContain('v1')
    vi.advanceTimersByTime(5_001)
    expect(await body()).toContain('v2')
  })
})

describe('form submitted without a script', () => {
  const post = (url: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'password=cedar-8-violin',
    })

  it('a form post gets an uncached page in the language of its URL or browser', async () => {
    const english = await post('/en/pricing', { 'accept-language': 'zh-CN' })
    expect([english.statusCode, english.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(english.body).toBe('<html lang="en">needs a script /pricing true')
    expect(english.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await post('/pricing', { 'accept-language': 'en-US,zh' })).body).toContain('lang="en"')
    expect((await post('/pricing')).body).toContain('lang="zh-CN"')
    expect((await post('/user')).body).toContain('needs a script / true')
  })

  it('a form post to an unknown page gets 404, and 503 without data', async () => {
    const lost = await post('/en/nowhere')
    expect([lost.statusCode, lost.body]).toEqual([404, '<html lang="en"> v1'])
    site.invalidate()
    broken = true
    const away = await post('/pricing', { 'accept-language': 'en' })
    expect([away.statusCode, away.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
  })

  it('a call by a program gets JSON instead of the page', async () => {
    const answer = await post('/pricing', { accept: '*/*' })
    expect(answer.headers['content-type']).toContain('application/json')
  })
})

describe('group link', () => {
  const link = '/group-buying?group=0123456789A'
  const pictures = async (url = link) => (await get(url)).body.match(/\/og\/group\/\S+\.png/g) ?? []

  it('a group link shows the current group, and each state is rendered once', async () => {
    const first = await get(`${link}&utm_source=x`)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache'])
    for (const spelled of ['0123456789a', 'O123456789A', '%E2%80%AA0123456789A%E2%80%AC', '0123-4567-89A%20'])
      await get(`/group-buying?group=${spelled}`)
    expect(rendered).toHaveLength(1)
    groupVersion = 2
    expect((await get(link)).body).not.toBe(first.body)
    expect(groupReads).toEqual(Array.from({ length: 6 }, () => '0123456789A'))
  })

  it("a group page is in the reader's language, and in the link's language for robots", async () => {
    const languageOf = async (url: string, headers = {}) => /lang="([^"]*)"/.exec((await get(url, headers)).body)?.[1]
    for (const nothing of [{}, { 'accept-language': '' }, { 'accept-language': '*' }])
      expect(await languageOf(`${link}&lang=en`, nothing)).toBe('en')
    expect(await languageOf(`${link}&lang=en`, { 'accept-language': 'zh-CN' })).toBe('zh-CN')
    expect(await languageOf(`/zh-CN${link}&lang=en`)).toBe('zh-CN')
    expect(await languageOf(link)).toBe('zh-CN')
  })

  it.each(['ZZZZZZZZZZZ', '', 'x', '%00', "0123456789A'--", '0123456789A0'])(
    'an unknown group %j gets 404, rendered once',
    async (code) => {
      const page = await get(`/group-buying?group=${code}`)
      expect([page.statusCode, page.body]).toEqual([404, '<html lang="zh-CN">none v1'])
      await get(`/group-buying?group=${code}`)
      expect(rendered).toHaveLength(1)
    },
  )

  it('a group that cannot be read gets the general group page', async () => {
    known.set('/group-buying', true)
    const page = await get('/group-buying?group=BR0KEN00000')
    known.delete('/group-buying')
    expect([page.statusCode, page.body]).toEqual([200, '<html lang="zh-CN">/group-buying v1'])
  })

  it('URLs of group pictures are cached for ever and change with the group', async () => {
    const [wide = '', square = ''] = await pictures()
    const picture = await get(wide)
    expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([
      200,
      'image/png',
      'wide zh-CN 1',
    ])
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(square)).body).toBe('square zh-CN 1')
    groupVersion = 2
    const moved = await get(wide)
    expect([moved.statusCode, moved.headers.location]).toEqual([302, (await pictures())[0]])
    expect(moved.headers['cache-control']).toBe('no-cache')
  })

  it('the picture of each state of a group is drawn once, whoever asks', async () => {
    const [wide = ''] = await pictures()
    await Promise.all(Array.from({ length: 20 }, () => get(wide)))
    await get(`${wide}?a=1`)
    expect(drawn).toEqual(['wide zh-CN 1'])
  })

  it('made-up URLs of group pictures draw nothing', async () => {
    const [wide = ''] = await pictures()
    const invented = Array.from({ length: 50 }, (_, index) => wide.replace(/A\/[\w-]+-zh/, `A/made-up-${index}-zh`))
    for (const url of invented) expect((await get(url)).statusCode).toBe(302)
    for (const url of [
      wide.replace('0123456789A', 'ZZZZZZZZZZZ'),
      '/og/group/x',
      wide.replace('wide', 'huge'),
      `/en${wide}`,
    ])
      expect((await get(url)).statusCode).toBe(404)
    expect(drawn).toEqual([])
  })

  it('a full drawing queue is answered with a retry time, uncached', async () => {
    const [wide = ''] = await pictures()
    crowded = true
    const refused = await get(wide)
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ])
    crowded = false
    expect((await get(wide)).statusCode).toBe(200)
  })
})

describe('affiliate link', () => {
  it('an affiliate link redirects to its chosen page with all parameters, and other links are not redirected', async () => {
    const led = await get('/zh-CN/?r=W4YF7K2M-video&gclid=x')
    expect([led.statusCode, led.headers.location]).toEqual([302, '/zh-CN/pricing?r=W4YF7K2M-video&gclid=x'])
    expect(led.headers['cache-control']).toBe('no-store')
    expect((await get('/?r=W4YF7K2M-video')).headers.location).toBe('/pricing?r=W4YF7K2M-video')
    expect((await get('/?r=W4YF7K2M-blog')).statusCode).toBe(200)
    expect((await get('/pricing?r=W4YF7K2M-video')).statusCode).toBe(200)
  })
})

describe('static files', () => {
  it('files are served from memory, and a missing build file gets an uncached 404', async () => {
    expect((await get('/assets/main-1.js')).body).toBe('alert(1)')
    const gone = await get('/assets/main-0.js')
    expect(gone.statusCode).toBe(404)
    expect(gone.headers['cache-control']).toBe('no-store')
    expect(rendered).toHaveLength(0)
  })
})

describe('entry page before the router', () => {
  type Asked = { url: string; method?: string; headers?: Record<string, string> }
  const untouched = 418
  /** Sends a request to a server that only has the answer before the router. */
  async function ask({ url, method = 'GET', headers = {} }: Asked) {
    const server = createServer((request, response) => {
      if (!site.answerEntry(request, response)) response.writeHead(untouched).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sent = sendRequest({ port, host: '127.0.0.1', path: url, method, headers, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    server.close()
    const { date: _date, connection: _connection, ...kept } = response.headers
    return { status: response.statusCode, headers: kept, body: Buffer.concat(chunks) }
  }

  it.each<Asked>([
    { url: '/' },
    { url: '/pricing', headers: { 'accept-language': 'en', 'accept-encoding': 'gzip, br' } },
    { url: '/zh-CN/pricing', headers: { 'accept-language': 'en', 'accept-encoding': 'gzip' } },
    { url: '/pricing', headers: { cookie: 'language=en' } },
    { url: '/en', headers: { 'user-agent': 'Googlebot' } },
  ])('the entry page $url gets the same answer as from the router, also when cached', async ({ url, headers = {} }) => {
    const routed = await get(url, headers)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const expected = await get(url, headers)
    const { date: _date, connection: _connection, ...kept } = expected.headers
    expect(await ask({ url, headers })).toEqual({ status: 200, headers: kept, body: expected.rawPayload })
    const cached = await ask({ url, headers: { ...headers, 'if-none-match': String(routed.headers.etag) } })
    expect([cached.status, cached.body.length, cached.headers.etag]).toEqual([304, 0, routed.headers.etag])
  })

  it.each<Asked>([
    { url: '/login' },
    { url: '/user' },
    { url: '/pricing/' },
    { url: '/?r=W4YF7K2M-video' },
    { url: '/pricing?token=secret' },
    { url: '/%70ricing' },
    { url: '/pricing', method: 'HEAD' },
    { url: '/pricing', method: 'POST' },
    { url: '/pricing', headers: { cookie: 'pass=a-pass-that-is-long-enough' } },
    { url: '/pricing', headers: { 'user-agent': 'AdsBot-Google' } },
  ])('the router answers the request $method $url $headers', async (asked) => {
    known.set('/login', true)
    for (const url of ['/', '/pricing', '/login']) await get(url, { 'accept-language': 'zh-CN' })
    known.delete('/login')
    expect((await ask(asked)).status).toBe(untouched)
  })

  it('the router answers pages that are not rendered yet, of a closed shop, and while the data are checked', async () => {
    expect((await ask({ url: '/pricing' })).status).toBe(untouched)
    await get('/pricing')
    expect((await ask({ url: '/pricing' })).status).toBe(200)
    expect((await ask({ url: '/pricing', headers: { 'accept-language': 'en' } })).status).toBe(untouched)
    site.invalidate()
    expect((await ask({ url: '/pricing' })).status).toBe(untouched)
    isOpen = false
    version = 'v2'
    site.invalidate()
    await get('/pricing')
    expect((await ask({ url: '/pricing' })).status).toBe(untouched)
  })

  it('a change of the data by another process is seen as by the router', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await get('/pricing')
      version = 'v2'
      vi.advanceTimersByTime(5_001)
      expect((await ask({ url: '/pricing' })).status).toBe(untouched)
      expect((await get('/pricing')).body).toContain('v2')
      expect((await ask({ url: '/pricing' })).body.toString()).toContain('v2')
    } finally {
      vi.useRealTimers()
    }
  })

  it('the entry pages are rendered in both languages once the server listens, unless the shop is closed', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const pages = ['/ en', '/ zh-CN', '/pricing en', '/pricing zh-CN']
    await vi.waitFor(
      () => expect(rendered.map(({ path, language }) => `${path} ${language}`).toSorted()).toEqual(pages),
      120_000,
    )
    expect((await ask({ url: '/', headers: { 'accept-language': 'en' } })).status).toBe(200)
  })

  it('a closed shop renders nothing at the start', async () => {
    isOpen = false
    await app.listen({ port: 0, host: '127.0.0.1' })
    await vi.waitFor(() => expect(reads).toBe(1), 120_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(rendered).toEqual([])
  })
  it('a server that cannot read its data starts, and renders the entry pages when they are asked for', async () => {
    broken = true
    await app.listen({ port: 0, host: '127.0.0.1' })
    await vi.waitFor(() => expect(reads).toBe(1), 120_000)
    broken = false
    expect((await get('/pricing')).statusCode).toBe(200)
  })
})
