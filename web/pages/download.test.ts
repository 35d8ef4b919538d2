import { expect, it } from 'vitest'
import type { SiteData } from '#shared/site.ts'
import { renderDocument } from '#web/render/document.tsx'
import type { Page } from '#web/render/page.ts'
import download from './download.tsx'

const data = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  publicOrigin: 'https://wayfare.example',
  releaseDate: '2025-04-20',
  links: [],
  clients: [],
  adsCrawlers: [],
  content: { en: { clauses: [], pages: [] }, 'zh-CN': { clauses: [], pages: [] } },
} as unknown as SiteData

it.each([
  ['en', 'Released on April 20, 2025.'],
  ['zh-CN', '发布于 2025年4月20日。'],
] as const)('the download page (%s) shows the release date of the settings', (language, sentence) => {
  const html = renderDocument({
    page: download as Page<unknown>,
    request: { path: '/download', language, prefixed: false, data, today: '2026-11-20' },
    assets: { enhancer: '/e.js', font: '/f.woff2', extras: {}, styles: {}, islands: {}, account: null },
    islandTexts: new Map(),
    style: '',
  })
  expect(html).toContain(sentence)
})
