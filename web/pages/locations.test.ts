import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import { PlacesStrip } from '#web/render/places-strip.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import locations from './locations.tsx'

const tokyo = { country: 'JP', city: { en: 'Tokyo', 'zh-CN': '东京' }, load: 'high' } as const
const data = (places: SiteData['places']) =>
  ({
    brand: { en: 'Wayfare', 'zh-CN': '畅行' },
    look: defaultLook,
    mark: null,
    pageTexts: {},
    pictures: null,
    publicOrigin: 'https://wayfare.example',
    releaseDate: '2026-01-01',
    links: [],
    adsCrawlers: [],
    places,
    services: [],
    content: { en: { clauses: [], pages: [] }, 'zh-CN': { clauses: [], pages: [] } },
  }) as unknown as SiteData

const render = (language: 'en' | 'zh-CN', places: SiteData['places']) =>
  renderDocument({
    page: locations as Page<unknown>,
    request: { path: '/locations', language, prefixed: false, data: data(places), today: '2026-11-20' },
    assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
    islandTexts: new Map(),
    style: '',
  })
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('the page exists once a server location is known', () => {
  expect(locations.instances?.(data([]))).toEqual([])
  expect(locations.instances?.(data([tokyo]))).toEqual(['/locations'])
})

it('each city is named in the language of the page with its load', () => {
  expect(render('en', [tokyo])).toContain('JP Japan Tokyo High load')
  expect(render('zh-CN', [tokyo])).toContain('JP 日本 东京 拥挤')
})

it('a location without a reported load shows none, and no note about loads', () => {
  const text = render('en', [{ ...tokyo, load: null }])
  expect(text).toContain('JP Japan Tokyo Are you connected?')
})

it('servers of a country without a city are other cities, or the whole country', () => {
  const anywhere = { country: 'JP', city: null, load: 'low' } as const
  expect(render('en', [anywhere])).toContain('JP Japan Low load')
  expect(render('en', [anywhere, tokyo])).toContain('JP Japan Other cities Low load Tokyo High load')
})

it('the strip names eight countries, those with the most cities first, counts the others, and is absent without locations', () => {
  const codes = ['AU', 'BR', 'CA', 'DE', 'FR', 'GB', 'IT', 'JP', 'KR', 'US']
  const places = [...codes.map((country) => ({ country, city: null, load: null })), { ...tokyo, country: 'US' }]
  const strip = (of: SiteData['places']) =>
    renderToStaticMarkup(createElement(PlacesStrip, { language: 'en', data: { places: of }, base: '/en' }))
  const html = strip(places)
  expect(html).toContain('Exits in 10 countries and regions')
  expect([...html.matchAll(/<i[^>]*>(..)<\/i>/g)].map(([, code]) => code)).toEqual([
    'US',
    'AU',
    'BR',
    'CA',
    'FR',
    'DE',
    'IT',
    'JP',
  ])
  expect(html).toContain('and 2 more')
  expect(html).toContain('href="/en/locations"')
  expect(strip([])).toBe('')
})
