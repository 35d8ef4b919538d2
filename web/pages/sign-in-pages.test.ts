import { expect, it } from 'vitest'
import type { Language } from '#shared/language.ts'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import authEn from '#text/en/site/auth.ts'
import resetEn from '#text/en/site/reset.ts'
import authZh from '#text/zh-CN/site/auth.ts'
import resetZh from '#text/zh-CN/site/reset.ts'
import entryEn from '#text/en/site/sign-in-pages.ts'
import entryZh from '#text/zh-CN/site/sign-in-pages.ts'
import closed from './closed.tsx'
import login from './login.tsx'
import register from './register.tsx'
import resetPassword from './resetpassword.tsx'

const clauses = ['terms', 'privacy'].map((slug) => ({ slug, title: slug, version: '2026-11-01' }))
const data = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  look: defaultLook,
  mark: null,
  pageTexts: {},
  pictures: null,
  publicOrigin: 'https://wayfare.example',
  releaseDate: '2025-04-20',
  takesSignUps: true,
  identifiers: ['account_name', 'email', 'phone'],
  links: [],
  places: [],
  services: [],
  adsCrawlers: [],
  content: {
    en: { clauses, pages: [{ slug: 'refunds', title: 'Refunds' }] },
    'zh-CN': { clauses, pages: [{ slug: 'refunds', title: '退款' }] },
  },
} as unknown as SiteData

const islandTexts = new Map([
  ['auth', { en: authEn, 'zh-CN': authZh }],
  ['reset', { en: resetEn, 'zh-CN': resetZh }],
]) as Map<string, { en: unknown; 'zh-CN': unknown }>

const draw = (page: object, language: Language, more: Partial<SiteData> = {}) =>
  renderDocument({
    page: page as Page<unknown>,
    request: { path: '/register', language, prefixed: false, data: { ...data, ...more }, today: '2026-11-20' },
    assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
    islandTexts,
    style: '',
  })

it.each([
  ['en', entryEn],
  ['zh-CN', entryZh],
] as const)('the sign-up page says why there is no form while there are no terms (%s)', (language, t) => {
  const html = draw(register, language, { takesSignUps: false })
  expect(html).toContain(t.noSignUps)
  expect(html).not.toContain('<form')
  expect(draw(register, language)).toContain('<form')
})

it("the holding page of a closed shop shows the operator's sentence and contact, its legal texts, and a way in for customers alone", () => {
  const html = draw(closed, 'en', { isNew: true, closedText: null, contact: null }).replace(
    'href="/zh-CN/register"',
    '',
  )
  expect(html).toContain('We are getting ready.')
  expect(html).not.toContain('mailto:')
  expect(html).toContain('href="/clause/terms"')
  expect(html).toMatch(/Already a customer\?.*<a [^>]*href="\/login"/)
  expect(html).not.toMatch(/href="[^"]*\/(?:pricing|register|user)"/)
  expect(html).toContain('<meta name="robots" content="noindex">')
  const after = draw(closed, 'en', { isNew: false, closedText: null, contact: null })
  expect(after).toContain('Closed for now')
  expect(after).not.toContain('We are getting ready.')
  const own = draw(closed, 'zh-CN', { closedText: { en: 'In May', 'zh-CN': '五月见' }, contact: 'hi@vpn.example' })
  expect(own).toContain('五月见')
  expect(own).toContain('href="mailto:hi@vpn.example"')
})

const pages = { login, register, resetpassword: resetPassword }
it.each(Object.entries(pages).flatMap(([name, page]) => [[name, 'en', page] as const, [name, 'zh-CN', page] as const]))(
  'the page /%s has the footer of every page, with the legal texts (%s)',
  (name, language, page) => {
    const html = draw(page, language)
    const footer = /<footer class="foot">.*<\/footer>/s.exec(html)?.[0]
    expect(footer).toContain('2025–2026')
    expect(footer).toMatch(/href="[^"]*\/refunds"/)
  },
)
