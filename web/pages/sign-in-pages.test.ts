import { expect, it } from 'vitest'
import { defaultLook } from '#shared/look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import authEn from '#text/en/site/auth.ts'
import resetEn from '#text/en/site/reset.ts'
import authZh from '#text/zh-CN/site/auth.ts'
import resetZh from '#text/zh-CN/site/reset.ts'
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

const pages = { login, register, resetpassword: resetPassword }
it.each(Object.entries(pages).flatMap(([name, page]) => [[name, 'en', page] as const, [name, 'zh-CN', page] as const]))(
  'the page /%s has the footer of every page, with the legal texts (%s)',
  (name, language, page) => {
    const html = renderDocument({
      page: page as Page<unknown>,
      request: { path: `/${name}`, language, prefixed: false, data, today: '2026-11-20' },
      assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
      islandTexts,
      style: '',
    })
    const footer = /<footer class="foot">.*<\/footer>/s.exec(html)?.[0]
    expect(footer).toContain('2025–2026')
    expect(footer).toMatch(/href="[^"]*\/refunds"/)
  },
)
