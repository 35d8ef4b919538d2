import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import failure from './failure.tsx'
import notFound from './not-found.tsx'

const data = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  look: defaultLook,
  mark: null,
  pageTexts: {},
  pictures: null,
  publicOrigin: 'https://wayfare.example',
  links: [],
  places: [],
  services: [],
  adsCrawlers: [],
} as unknown as SiteData
const assets = {
  enhancer: '/e.js',
  font: '/f.woff2',
  extras: {},
  styles: {},
  islands: {},
  account: null,
}

const render = (language: 'en' | 'zh-CN', requestId: string, page: unknown = failure, supportInbox = true): string =>
  renderDocument({
    page: page as Page<unknown>,
    request: { path: '', language, prefixed: false, data: { ...data, supportInbox }, today: '2026-11-20', requestId },
    assets,
    islandTexts: new Map(),
    style: '',
  })

it.each([
  ['en', 'Oops! An error occurred', 'Request ID: 7c2f', 'Contact support'],
  ['zh-CN', '哎呀，出错了', '请求编号：7c2f', '联系客服'],
] as const)(
  'the error page (%s) has a title, the id of the request, and links to reload it and to support',
  (language, title, id, support) => {
    const html = render(language, '7c2f')
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`href="/user/help" rel="noopener">${support}</a>`)
    expect(render(language, '7c2f', failure, false)).not.toContain(support)
    expect(html).toContain(id)
    expect(html).toContain('<a class="btn" href="">')
    expect(html).toContain('<meta name="robots" content="noindex">')
  },
)

it('the error page escapes markup', () => {
  expect(render('en', '<b>x</b>')).not.toContain('<b>x')
})

it('the pages for 404 and 500 each show their own picture above the title', () => {
  const pictures = [notFound, failure].map(
    (page) => /<svg viewBox="0 0 200 200" aria-hidden="true">(.*?)<\/svg>.*<h1>/s.exec(render('en', '7c2f', page))?.[1],
  )
  expect(pictures).not.toContain(undefined)
  expect(new Set(pictures).size).toBe(2)
})
