import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import clause from './clause.tsx'

const terms = {
  slug: 'terms',
  title: 'Terms',
  summary: 'What holds',
  date: '2026-11-20',
  version: 1,
  demo: false,
  headings: [],
  html: '<p>Pay once.</p>',
}
const seller = { name: 'Clear Road ehf.', address: 'Laugavegur 1', taxNumber: '12-3', demo: false }

function draw(given: Partial<SiteData>, language: 'en' | 'zh-CN' = 'en'): string {
  const content = { clauses: [terms], pages: [] }
  const data = {
    brand: { en: 'Wayfare', 'zh-CN': '畅行' },
    look: defaultLook,
    mark: null,
    pageTexts: {},
    pictures: null,
    publicOrigin: 'https://vpn.example',
    links: [],
    places: [],
    services: [],
    adsCrawlers: [],
    canary: null,
    contact: 'hi@vpn.example',
    seller,
    content: { en: content, 'zh-CN': content },
    ...given,
  } as unknown as SiteData
  const path = '/clause/terms'
  return renderDocument({
    page: clause as Page<unknown>,
    request: { path, language, prefixed: false, data, today: '2026-11-20' },
    assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
    islandTexts: new Map(),
    style: '',
  })
}
const addressIn = (html: string) => /<address.*?<\/address>/s.exec(html)?.[0] ?? ''

it.each([
  ['en', 'Seller:', 'Company or tax no. 12-3'],
  ['zh-CN', '卖方：', '公司或税务登记号 12-3'],
] as const)('legal texts name the seller with address, number and mail (%s)', (language, label, number) => {
  const shown = addressIn(draw({}, language))
  for (const part of [label, seller.name, seller.address, number, 'href="mailto:hi@vpn.example"'])
    expect(shown).toContain(part)
})

it('a sample seller is marked, and none is shown where the shop has none', () => {
  expect(addressIn(draw({}))).not.toContain('Sample')
  expect(addressIn(draw({ seller: { ...seller, demo: true } }))).toContain('Sample')
  expect(addressIn(draw({ seller: null }))).toBe('')
})
