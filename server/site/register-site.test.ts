import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Renderer, RenderRequest, SiteData } from '#shared/site.ts'
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
    if (path === '/broken') return { path, prefixable: true, movedTo: null }
    if (path === '/old') return { path, prefixable: true, movedTo: '/pricing' }
    const prefixable = known.get(path)
    return prefixable === undefined ? null : { path, prefixable, movedTo: null }
  },
  render: (request) => {
    rendered.push(request)
    if (request.path === '/broken') throw new Error('a page with a bug')
    const status = request.path === '' ? 404 : 200
    return {
      status,
      html: `<html lang="${request.language}">${request.path} ${request.data.version}`,
      ...parts,
    }
  },
  addresses: () => ['/', '/pricing'],
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
let app: ReturnType<typeof Fastify>
let site: Site

beforeEach(() => {
  rendered = []
  version = 'v1'
  reads = 0
  broken = false
  app = Fastify()
  site = registerSite(app, {
    build: { renderer, files },
    loadSiteData: async () => {
      reads += 1
      if (broken) throw new Error('no database')
      return {
        version,
        publicOrigin: 'http://localhost',
        apiPrefix: '/v4',
        brand: { en: 'Wayfare', 'zh-CN': '畅行' },
        adsCrawlers: ['AdsBot-Google', 'Googlebot'],
      } as unknown as SiteData
    },
    now: () => new Date('2026-11-20T23:00:00Z'),
  })
})
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('pages', () => {
  it('answers in the language of address, cookie or browser, and says on what it depends', async () => {
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

  it('renders a page once, and again when data that it shows has changed', async () => {
    await get('/pricing')
    await get('/pricing')
    expect(rendered).toHaveLength(1)
    expect(rendered[0]).toMatchObject({ path: '/pricing', prefixed: false, today: '2026-11-20' })
    version = 'v2'
    site.invalidate()
    expect((await get('/pricing')).body).toContain('v2')
    expect(reads).toBe(2)
  })

  it('compresses as asked and answers 304 to who has it', async () => {
    const page = await get('/pricing', { 'accept-encoding': 'gzip, br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('/pricing')
    const again = await get('/pricing', { 'if-none-match': String(page.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(page.headers.etag)
  })

  it('answers HEAD without a body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/pricing' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
  })

  it.each(['/nothing', '/en/user', '//evil.example/', '/assets', '/pricing/more'])(
    'has a real 404 for %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('sends a slash too many away, to own pages only', async () => {
    const moved = await get('/en/pricing/?plan=1')
    expect(moved.statusCode).toBe(308)
    expect(moved.headers.location).toBe('/en/pricing?plan=1')
  })

  it('leads old addresses on, on their prefix', async () => {
    const moved = await get('/zh-CN/old?a=1')
    expect([moved.statusCode, moved.headers.location]).toEqual([308, '/zh-CN/pricing?a=1'])
  })

  it('shows an ads crawler nothing, and a search crawler everything, even if the operator lists it', async () => {
    const blank = await get('/pricing', { 'user-agent': 'AdsBot-Google (+http://www.google.com/adsbot.html)' })
    expect(blank.statusCode).toBe(200)
    expect(blank.body).toBe('<!doctype html><title></title>')
    expect((await get('/pricing', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).body).toContain('v1')
  })

  it('lists every address in both languages, with alternates that name each other', async () => {
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

  it('shows the error page with status 500 and the id of the request when a page fails to render, and keeps it nowhere', async () => {
    const page = await get('/broken', { 'accept-language': 'en' })
    expect(page.statusCode).toBe(500)
    expect(page.body).toMatch(/^<html lang="en">sorry req-\w+$/)
    expect(page.headers['cache-control']).toBe('no-store')
    const again = await get('/broken', { 'accept-language': 'zh-CN' })
    expect(again.body).toMatch(/^<html lang="zh-CN">sorry req-\w+$/)
    expect(again.body.split(' ').at(-1)).not.toBe(page.body.split(' ').at(-1))
  })

  it('says in words that it is away while there is no data at all', async () => {
    broken = true
    const page = await get('/', { 'accept-language': 'en' })
    expect(page.statusCode).toBe(503)
    expect(page.body).toMatch(/try again/)
    broken = false
    expect((await get('/')).statusCode).toBe(200)
  })
})

describe('files', () => {
  it('come from memory; a name of an older build is a plain 404 that no one keeps', async () => {
    expect((await get('/assets/main-1.js')).body).toBe('alert(1)')
    const gone = await get('/assets/main-0.js')
    expect(gone.statusCode).toBe(404)
    expect(gone.headers['cache-control']).toBe('no-store')
    expect(rendered).toHaveLength(0)
  })
})
