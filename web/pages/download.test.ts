import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import download from './download.tsx'

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
  clients: [],
  adsCrawlers: [],
  content: { en: { clauses: [], pages: [] }, 'zh-CN': { clauses: [], pages: [] } },
} as unknown as SiteData

it.each([
  ['en', '2025-04-20', 'Released on 20\u00a0Apr\u00a02025.', '2025–2026'],
  ['zh-CN', '2024-07-05', '发布于 2024年7月5日。', '2024–2026'],
] as const)(
  'the download page (%s) shows the release date %s from the settings, and its footer the year',
  (language, releaseDate, sentence, years) => {
    const html = renderDocument({
      page: download as Page<unknown>,
      request: { path: '/download', language, prefixed: false, data: { ...data, releaseDate }, today: '2026-11-20' },
      assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
      islandTexts: new Map(),
      style: '',
    })
    expect(html.replaceAll('\u2060', '')).toContain(sentence)
    expect(html).toContain(years)
  },
)
