import { createHash } from 'node:crypto'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertKinds } from '#shared/alert-kinds.ts'
import { languages, type Language } from '#shared/language.ts'
import type { Look } from '#shared/brand-look.ts'
import type { SettingName } from '#shared/setting-names.ts'
import type { PageTexts } from '#shared/site.ts'
import { registerConsolePages } from '#server/console/register-console-pages.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { templates } from '#server/modules/outbox/code-and-security-texts.ts'
import type { OperatorNotice } from '#server/modules/outbox/operator-notices.ts'
import { renderMail, renderSms } from '#server/modules/outbox/render-message.ts'
import { mailSpecs } from '#server/modules/outbox/operator-texts/mail-values.ts'
import type { Config } from '#server/platform/config.ts'
import { createSiteRoutes } from '#server/site/create-site-routes.ts'
import { loadSiteData, readBrand } from '#server/workflows/site/load-site-data.ts'
import { previewMail } from '#server/workflows/site/preview-mail.ts'
import { pageSentences } from '#text/page-texts.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { givePlan } from '#tests/support/native.ts'
import { perform, tryPerform } from '#tests/support/operator-acts.ts'
import { ensureBuilt } from '../../../scripts/build.ts'
import { missingRoute, publicRoutes } from '../../e2e/routes.ts'
import { openTunnels, type TunnelTest } from '../tunnels/tunnels.setup.ts'

/**
 * Brand of a shop. The test changes one shop from brand to brand by operator actions and reads everything that the shop
 * sends: nothing may contain a part of an earlier brand.
 */
type Brand = {
  readonly name: { readonly en: string; readonly 'zh-CN': string }
  readonly origin: string
  readonly look: Look
  /** Part of the drawing of the brand mark, to find the mark in pages. */
  readonly drawing: string
  readonly slogan: string
  /** Version of the brand's Android app. */
  readonly release: string
}
const dist = path.join(import.meta.dirname, '../../../dist')
const shipped: Brand = {
  name: { en: 'Wayfare', 'zh-CN': '畅行' },
  origin: 'https://first.example',
  look: { main: '#006d52', accent: '#ffcb36', corners: 'soft' },
  drawing: 'M8.5 14.5 14 27.5',
  slogan: 'no\u00a0detours',
  release: '1.0.0',
}
const duck: Brand = {
  name: { en: 'Duckbridge', 'zh-CN': '鸭桥' },
  origin: 'https://duck.example',
  look: { main: '#8a1c4f', accent: '#9be7ff', corners: 'square' },
  drawing: 'M1.25 2.5 30 9.75 8 36',
  slogan: 'Quack past borders',
  release: '2.0.0',
}
const north: Brand = {
  name: { en: 'Northwall', 'zh-CN': '北墙' },
  origin: 'https://north.example',
  look: { main: '#1f3fa8', accent: '#ffd0b0', corners: 'round' },
  drawing: 'M3.125 4.5 11 22.25 37 30',
  slogan: 'Cold, quiet, reachable',
  release: '3.0.0',
}

/** Everything that the shop sends, by a name. `pictures`: digests instead of the bytes. */
type Sent = { readonly texts: Map<string, string>; readonly pictures: Map<string, string> }

let test: TunnelTest
let link: string
beforeAll(async () => {
  await ensureBuilt()
  test = await openTunnels()
  await test.addNode({ name: 'Tokyo 1' })
  const { token, uid } = await registerThroughApi(test, 'brand.lover')
  await givePlan(test, uid, 3)
  const { data } = await test.call('/api/user/user_add_tunnel_link', { name: 'My phone', os: 'ios' }, { token })
  link = new URL(data.url).pathname
})
afterAll(() => test.close())

const act = (setting: SettingName, value: unknown) =>
  perform(test.db.database, 'settings.set', { setting, value: JSON.stringify(value), reason: 'a new brand' })

async function become({ name, origin, look, drawing, slogan, release: version }: Brand): Promise<void> {
  await act('brand', name)
  await act('links', { github: `${origin}/code`, support: `${origin}/help` })
  // Some of these actions are refused, because their setting or release is absent already.
  const reason = 'a new brand'
  for (const setting of ['affiliateContact', 'proof', 'seller'] as const)
    await tryPerform(test.db.database, 'settings.set', { setting, value: 'null', reason })
  for (const platform of ['ios', 'mac', 'windows'] as const)
    await tryPerform(test.db.database, 'clients.withdraw', { platform, reason })
  const needs = { sha256: 'a'.repeat(64), requiresEn: 'Android 9 or newer', requiresZh: 'Android 9 及以上' }
  const release = { platform: 'android', version, address: `${origin}/app.apk`, ...needs } as const
  await perform(test.db.database, 'clients.publish', release)
  await act('look', look)
  const data = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${look.accent}" d="${drawing}z"/></svg>`
  await act('mark', { kind: 'svg', data })
  const said = (key: string, names: readonly string[]) =>
    `${slogan}: ${key.replaceAll('.', ' ')} ${names.map((each) => `{${each}}`).join(' ')}`.trim()
  const texts: PageTexts = Object.fromEntries(
    [...pageSentences.values()].map(({ key, names }) => [
      key,
      { en: said(key, names), 'zh-CN': `${said(key, names)}。` },
    ]),
  )
  await act('pageTexts', texts)
}

async function serve({ origin }: Brand, isOpen = true): Promise<FastifyInstance> {
  const app = fastify()
  const { database } = test.db
  const config: Config = { ...test.config, publicOrigin: origin, consoleOrigin: origin }
  await registerConsolePages(app, path.join(dist, 'console'), {}, () => readBrand(database))
  await createSiteRoutes({
    publicOrigin: origin,
    loadSiteData: async () => ({ ...(await loadSiteData(database, config, test.payments.offers)), isOpen }),
    readGroup: () => Promise.resolve(null),
    findDestination: () => Promise.resolve(null),
    passes: { linkFor: () => '', cookieFor: () => null, find: () => Promise.resolve(null) },
    onError: (error) => {
      throw error
    },
    demoWallet: null,
  })(app)
  return app
}

const pages = [...publicRoutes, missingRoute, '/user', '/loading', '/crypto-pay/plan-12', '/login', '/register']
const files = [
  '/robots.txt',
  '/sitemap.xml',
  '/qr-download.svg',
  '/manifest-en.webmanifest',
  '/manifest-zh-CN.webmanifest',
]
/** Fixed URLs that browsers and apps request on their own. */
const remembered = [
  '/mark.svg',
  '/icon-180.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/og/home-en.png',
  '/og/faq-zh-cn.png',
]

const facts = { subject: 'alipay', level: 2, detail: null, amount: 2, total: 9, since: null, id: 'a', isOver: false }
/** Mails to operators: an alert of every kind, and each shape of a notice about accounts and proposals. */
const notices: readonly OperatorNotice[] = [
  ...[true, false].map((isDigest) => ({
    kind: 'alerts' as const,
    isDigest,
    timeZone: 'UTC',
    groups: alertKinds.map((kind) => ({ kind, count: 2, named: [{ ...facts, kind }] })),
  })),
  { kind: 'proposal', id: 'p', action: 'orders.refund', by: 'ann', against: 'bea', aloneFrom: null, days: 7 },
  { kind: 'stopped', id: 'p', action: 'orders.refund', by: 'ann', preparedBy: 'bea', days: 7 },
  { kind: 'granted', action: 'orders.refund', by: 'ann', preparedBy: 'bea' },
  { kind: 'invited', name: 'lin', by: 'ann', role: 'finance' },
  { kind: 'invited-again', name: 'lin', by: 'ann', role: 'finance' },
  { kind: 'accepted', name: 'lin' },
  { kind: 'role', name: 'lin', by: 'ann', before: 'support', after: 'owner' },
  { kind: 'disabled', name: 'lin', by: 'ann' },
  { kind: 'reset', name: 'lin', by: 'ann' },
  { kind: 'passkey-added', name: 'lin', passkey: 'A stick' },
  { kind: 'passkey-removed', name: 'lin', passkey: 'A stick' },
  { kind: 'secret', name: 'lin' },
  { kind: 'address', name: 'lin', set: true },
  { kind: 'told-less', name: 'lin' },
  { kind: 'mailing', subject: 'News', heading: 'News', text: 'Text', button: 'Plans', page: '/pricing' },
]

/** Pages of a closed shop: the holding page, the sign-in and a missing page. */
async function readHolding(brand: Brand, texts: Map<string, string>): Promise<void> {
  const app = await serve(brand, false)
  for (const language of languages)
    for (const route of ['', '/login', '/missing']) {
      const answer = await app.inject({ url: `/${language}${route}`, headers: { 'accept-language': language } })
      texts.set(`closed: ${language} ${route}`, `${JSON.stringify(answer.headers)}\n${answer.body}`)
    }
  const { statusCode } = await app.inject({ url: '/en' })
  expect(statusCode).toBe(503)
  await app.close()
}

async function readAll(app: FastifyInstance, brand: Brand): Promise<Sent> {
  const texts = new Map<string, string>()
  const pictures = new Map<string, string>()
  const wanted = new Set(remembered)
  const note = (name: string, { headers, body }: { headers: object; body: string }) =>
    texts.set(name, `${JSON.stringify(headers)}\n${body}`)
  const get = async (url: string, language: Language) => {
    const answer = await app.inject({ url, headers: { 'accept-language': language, host: new URL(brand.origin).host } })
    expect(answer.statusCode, url).not.toBe(500)
    return answer
  }
  for (const language of languages) {
    for (const route of pages) {
      const prefix = route.startsWith('/user') || route === '/loading' ? '' : `/${language}`
      const answer = await get(`${prefix}${route === '/' && prefix ? '' : route}`, language)
      note(`${language} ${route}`, answer)
      const named = answer.body.matchAll(/(?:href|src|content|data-[a-z]+)="(?:https:\/\/[a-z.]+)?([^"]*)"/g)
      for (const [, list = ''] of named)
        for (const address of list.split(' '))
          if (/^\/(?:assets|brand|og|icon|mark)[\w./-]*\.\w+$/.test(address)) wanted.add(address)
    }
    const form = { method: 'POST', url: `/${language}/login`, headers: { accept: 'text/html' } } as const
    note(`${language} form without scripts`, await app.inject(form))
    note(`${language} console`, await get('/console', language))
  }
  for (const file of files) note(file, await get(file, 'en'))
  const [, sheet = ''] = /href="(\/console\/assets\/[^"]+\.css[^"]*)"/.exec(texts.get('en console') ?? '') ?? []
  note('style sheet of the console', await get(sheet, 'en'))
  for (const address of wanted) {
    const answer = await get(address, 'en')
    expect(answer.statusCode, address).toBe(200)
    if (address.endsWith('.png')) pictures.set(address, createHash('sha256').update(answer.rawPayload).digest('hex'))
    else if (!address.endsWith('.woff2')) note(address, answer)
  }
  await readHolding(brand, texts)
  const { brand: name, look } = await readSettings(test.db.database)
  const sender = { brand: name, look, publicOrigin: brand.origin, consoleOrigin: brand.origin }
  for (const language of languages) {
    for (const { slug } of mailSpecs)
      texts.set(
        `${language} mail ${slug}`,
        await previewMail(test.db.database, sender, { slug, draft: null, published: null } as never, language),
      )
    for (const template of templates) {
      const content = { template, language, code: '123456', link: undefined }
      texts.set(`${language} message ${template}`, JSON.stringify(renderMail(content, sender)))
      texts.set(`${language} SMS ${template}`, renderSms(content, sender))
    }
  }
  for (const language of languages)
    for (const [index, notice] of notices.entries()) {
      const content = { template: 'operator-notice', language, code: null, notice } as const
      texts.set(`${language} notice ${index} ${notice.kind}`, JSON.stringify(renderMail(content, sender)))
    }
  for (const agent of ['v2rayN/7.12', 'clash-verge/2.0', 'sing-box/1.12']) {
    const answer = await test.app.inject({ url: link, headers: { 'user-agent': agent } })
    expect(answer.statusCode).toBe(200)
    const decoded = Object.values(answer.headers).map((value) =>
      Buffer.from(String(value).replace(/^base64:/, ''), 'base64').toString(),
    )
    texts.set(
      `subscription for ${agent}`,
      `${decodeURIComponent(JSON.stringify(answer.headers))} ${decoded.join(' ')} ${answer.body}`,
    )
  }
  return { texts, pictures }
}

/**
 * Colours that show the main or accent colour. Grey colours are left out, because those of two brands with similar hues
 * may be equal.
 */
const colourNames = ['plate', 'plate-hi', 'plate-deep', 'mark', 'way']
const coloursIn = (css: string) => [
  ...new Set(
    colourNames.flatMap((name) =>
      [...css.matchAll(new RegExp(`--${name}:\\s?(#[0-9a-f]{6})`, 'g'))].map(([, hex = '']) => hex),
    ),
  ),
]

type Traces = { readonly words: readonly string[]; readonly pictures: ReadonlySet<string> }
function tracesOf({ name, origin, drawing, slogan, look }: Brand, sent: Sent): Traces {
  const css = sent.texts.get('en /') ?? ''
  const words = [
    ...Object.values(name),
    new URL(origin).host,
    drawing,
    slogan,
    look.main,
    look.accent,
    ...coloursIn(css),
  ]
  return { words: [...new Set(words)], pictures: new Set(sent.pictures.values()) }
}

const lowered = new Map<string, string>()
/** Lower case of a text, remembered: the same texts of a shop are searched for many words. */
const lowerCase = (text: string): string => {
  const lower = lowered.get(text) ?? text.toLowerCase()
  lowered.set(text, lower)
  return lower
}

function findTraces({ texts, pictures }: Sent, traces: Traces): string[] {
  const words = traces.words.map((word) => [word, word.toLowerCase()] as const)
  const inTexts = [...texts].flatMap(([place, text]) =>
    words.filter(([, lower]) => lowerCase(text).includes(lower)).map(([word]) => `${place}: ${word}`),
  )
  const inPictures = [...pictures].filter(([, digest]) => traces.pictures.has(digest)).map(([place]) => place)
  return [...inTexts, ...inPictures]
}

describe('two brands', () => {
  const seen = new Map<Brand, Sent>()

  it(
    'shows a brand made by an operator everywhere, without a trace of earlier brands',
    { timeout: 180_000 },
    async () => {
      for (const brand of [shipped, duck, north]) {
        if (brand !== shipped) await become(brand)
        const app = await serve(brand)
        const sent = await readAll(app, brand)
        await app.close()
        expect(sent.texts.size).toBeGreaterThan(200)
        expect(sent.pictures.size).toBeGreaterThan(12)
        for (const [earlier, before] of seen) {
          expect(findTraces(sent, tracesOf(earlier, before))).toEqual([])
          expect(findTraces(before, tracesOf(brand, sent))).toEqual([])
        }
        seen.set(brand, sent)
      }
    },
  )

  it('shows the sentences of the operator in place of every shipped one', () => {
    const { texts } = seen.get(north)!
    const elsewhere = ['en /faq', 'zh-CN /faq', 'en /locations', 'zh-CN /locations']
      .map((name) => seen.get(shipped)!.texts.get(name))
      .join()
    for (const [language, least] of [
      ['en', 12],
      ['zh-CN', 6],
    ] as const) {
      const said = ['/', '/pricing', '/download'].map((route) => texts.get(`${language} ${route}`) ?? '').join()
      const own = said.split(north.slogan).length
      expect(own).toBeGreaterThan(60)
      const left = [...pageSentences.values()].flatMap(({ key, [language]: text }) => {
        const parts = text.split(/\{\w+\}/).map((part) => part.trim())
        const plain = parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
        return plain.length >= least && !elsewhere.includes(plain) && said.includes(plain) ? [`${key}: ${plain}`] : []
      })
      expect(left).toEqual([])
    }
  })

  it('detects a trace of an earlier brand wherever it is planted', () => {
    const sent = seen.get(duck)!
    const traces = tracesOf(shipped, seen.get(shipped)!)
    expect(traces.words.length).toBeGreaterThan(12)
    const places = [
      'en /',
      'zh-CN mail account-code-register',
      'subscription for v2rayN/7.12',
      '/manifest-en.webmanifest',
    ]
    for (const word of traces.words) {
      const planted = new Map([
        ...sent.texts,
        ...places.map((place) => [place, `${sent.texts.get(place)}${word}`] as const),
      ])
      const found = findTraces({ ...sent, texts: planted }, traces)
      expect(found.toSorted()).toEqual(places.map((place) => `${place}: ${word}`).toSorted())
    }
    const [picture = ''] = traces.pictures
    expect(findTraces({ ...sent, pictures: new Map([['/icon-180.png', picture]]) }, traces)).toEqual(['/icon-180.png'])
  })
})
