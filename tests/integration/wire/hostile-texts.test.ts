import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Renderer, SiteData } from '#shared/site.ts'
import { loadSiteBuild } from '#server/site/site-build.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { ensureBuilt } from '../../../scripts/build.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { passingRoutes, publicRoutes } from '../../e2e/routes.ts'
import { hostileTexts } from '../../support/hostile-texts.ts'

let app: TestApp
let renderer: Renderer
let data: SiteData
beforeAll(async () => {
  app = await createTestApp()
  await ensureBuilt()
  ;({ renderer } = await loadSiteBuild(path.join(import.meta.dirname, '../../../dist'), {}))
  data = await loadSiteData(app.db.database, app.config, app.payments.offers)
})
afterAll(() => app.close())

/** Fields that people read; others are URLs, numbers, and HTML made from Markdown. */
const readByPeople = /^(?:en|zh-CN|title|summary|question|name|label|author|text|place|version|signature|brand)$/

/** Copies the data with another text in every field that operators write. `place`: index of the field. */
function withTexts(value: unknown, write: (place: number) => string, key = '', counter = { places: 0 }): unknown {
  if (typeof value === 'string') return readByPeople.test(key) ? write(counter.places++) : value
  if (Array.isArray(value)) return value.map((item) => withTexts(item, write, key, counter))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTexts(inner, write, name, counter)]),
  )
}

/** Tags with the names of their attributes in order, as a browser would parse them. */
const skeleton = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/="[^"]*"/g, ''))

const render = (route: string, language: 'en' | 'zh-CN', texts: SiteData) =>
  renderer.render({ path: route, language, prefixed: false, data: texts, today: '2026-11-21' }).html

it('200 hostile operator texts spread over all fields add no tag or attribute to any page', () => {
  const plain = withTexts(data, () => 'plain') as SiteData
  const counter = { places: 0 }
  withTexts(data, () => '', '', counter)
  expect(counter.places).toBeGreaterThan(60)
  expect(new Set(hostileTexts).size).toBe(200)
  let shown = 0
  // Each of the ten rounds gives every field another text. Together they use all texts.
  for (let turn = 0; turn < 200; turn += 20) {
    const hostile = withTexts(data, (place) => hostileTexts[(place * 7 + turn) % 200]!) as SiteData
    for (const route of publicRoutes)
      for (const language of ['en', 'zh-CN'] as const) {
        const html = render(route, language, hostile)
        expect([route, language, turn, skeleton(html)]).toEqual([
          route,
          language,
          turn,
          skeleton(render(route, language, plain)),
        ])
        shown += html.match(/&lt;|\\u003c/g)?.length ?? 0
      }
  }
  expect(shown).toBeGreaterThan(1_000)
})

it('only paths with the token of a mail are said to hold one, and so are not cached', () => {
  const holds = (route: string) => renderer.match(route, data)?.hasToken
  const withToken = [...publicRoutes, ...passingRoutes].filter(holds)
  expect(withToken).toEqual(['/account-change/stop/not-a-token', ...passingRoutes])
  expect(['/user', '/user/no-such-section', '/no-such-page', '/clause/none'].filter(holds)).toEqual([])
})
