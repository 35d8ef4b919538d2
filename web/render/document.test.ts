import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteAssets, SiteData } from '#shared/site.ts'
import { renderDocument } from './document.tsx'
import { definePage, type Page } from './page.ts'

const data = {
  version: '1',
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  look: defaultLook,
  mark: null,
  pageTexts: {},
  pictures: null,
  publicOrigin: 'https://wayfare.example',
  releaseDate: '2025-04-20',
  places: [],
  services: [],
  links: [{ key: 'blog', url: 'https://blog.example' }],
  adsCrawlers: ['AdsBot-Google'],
  content: { en: { clauses: [], pages: [] }, 'zh-CN': { clauses: [], pages: [] } },
  signingKey: '</script><script>alert(1)</script>',
} as unknown as SiteData
const assets: SiteAssets = {
  enhancer: '/assets/e.js',
  font: '/assets/f.woff2',
  extras: {},
  styles: {},
  islands: {},
  account: null,
}

const page = definePage({
  paths: ['/pricing'],
  prefetches: true,
  texts: { en: 'Prices & "plans"', 'zh-CN': '价格' },
  head: ({ t }) => ({ title: t, description: t }),
  component: ({ t }) => createElement('h1', null, t),
})

function render(
  language: 'en' | 'zh-CN',
  prefixed: boolean,
  changes: Partial<Page<string>> = {},
  shop: SiteData = data,
): string {
  const request = { path: '/pricing', language, prefixed, data: shop, today: '2026-11-20' }
  return renderDocument({
    page: { ...page, ...changes } as Page<unknown>,
    request,
    assets,
    islandTexts: new Map(),
    style: 'b{}',
  })
}

describe('renderDocument', () => {
  it('the document names its language and marks the unprefixed route as switchable', () => {
    expect(render('zh-CN', false)).toMatch(
      /^<!doctype html><html lang="zh-CN" data-theme="light" data-neutral data-blank="AdsBot-Google" data-old>/,
    )
    expect(render('en', true)).toMatch(
      /^<!doctype html><html lang="en" data-theme="light" data-blank="AdsBot-Google" data-old>/,
    )
  })

  it('the support section is offered in the account area and on pages of an order only, and if messages are accepted', () => {
    const pageData = (changes: Partial<Page<string>>, supportInbox: boolean) =>
      render('en', false, changes, { ...data, supportInbox })
    expect(pageData({ account: true }, true)).toContain('"supportInbox":true')
    expect(pageData({ linkedBy: ['?order'] }, true)).toContain('"supportInbox":true')
    expect(pageData({ account: true }, false)).not.toContain('supportInbox')
    expect(pageData({}, true)).not.toContain('supportInbox')
  })

  it('the copyright covers the years from the first release to now', () => {
    expect(render('en', false)).toMatch(/© (<!-- -->)?2025–2026/)
  })

  it('all three URLs of a page have the same alternates and their own canonical', () => {
    const alternates = (html: string) => html.match(/<link rel="alternate"[^>]*>/g)
    const plain = alternates(render('en', false))
    expect(plain).toEqual([
      '<link rel="alternate" hreflang="en" href="https://wayfare.example/en/pricing">',
      '<link rel="alternate" hreflang="zh-CN" href="https://wayfare.example/zh-CN/pricing">',
      '<link rel="alternate" hreflang="x-default" href="https://wayfare.example/pricing">',
    ])
    expect(alternates(render('en', true))).toEqual(plain)
    expect(alternates(render('zh-CN', true))).toEqual(plain)
    expect(render('zh-CN', true)).toContain('<link rel="canonical" href="https://wayfare.example/zh-CN/pricing">')
    expect(render('en', false)).toContain('<link rel="canonical" href="https://wayfare.example/pricing">')
  })

  it('a noindex page has no alternates', () => {
    const html = render('en', false, { noindex: true })
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('hreflang="x-default"')
  })

  it('links of a prefixed page keep the prefix', () => {
    const html = render('zh-CN', true)
    expect(html).toContain('href="/zh-CN/login"')
    expect(html).not.toMatch(/href="\/(?:login|register|pricing|faq)"/)
  })

  it('texts in the head and data in JSON are escaped', () => {
    const html = render('en', false)
    expect(html).toContain('<title>Prices &amp; &quot;plans&quot;</title>')
    expect(html).not.toContain('<script>alert(1)')
    const json = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({ signingKey: data.signingKey, language: 'en' })
  })

  it('the page has no inline code that the content security policy would refuse', () => {
    const html = render('en', false)
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/)
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html.match(/<style>/g)).toHaveLength(1)
  })
})
