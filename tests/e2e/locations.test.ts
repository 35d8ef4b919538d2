import { describe, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { openPage, screens, watchBrowser } from './open-page.ts'
import { texts } from './texts.ts'

watchBrowser()

/** Countries and a city of the demo's nodes, as each language names them. */
const demo = {
  en: { countries: ['Germany', 'Japan', 'Singapore', 'United States'], tokyo: 'Tokyo' },
  'zh-CN': { countries: ['德国', '美国', '日本', '新加坡'], tokyo: '东京' },
}

describe.each(screens)('locations ($language, $width)', (screen) => {
  const { language } = screen
  const { locations, shell } = texts[language]
  const { countries, tokyo } = demo[language]

  test('a visitor reads the countries on the home page and the prices, and finds cities and loads on a page of their own', async () => {
    const page = await openPage({ ...screen, scripts: false })
    for (const route of ['', '/pricing']) {
      await page.goto(`/${language}${route}`)
      const strip = page
        .getByRole('main')
        .locator('section', { hasText: locations.strip(countries.length) })
        .last()
      expect(await strip.getByRole('listitem').allInnerTexts()).toEqual(
        countries.map((name) => expect.stringContaining(name)),
      )
      await strip.getByRole('link', { name: locations.all }).click()
      await page.waitForURL(`**/${language}/locations`)
    }
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      countries.map((name) => expect.stringContaining(name)),
    )
    const japan = page
      .getByRole('listitem')
      .filter({ hasText: countries.find((name) => /Japan|日本/.test(name)) ?? '' })
    expect(await japan.first().innerText()).toContain(tokyo)
    expect(await japan.first().innerText()).toContain(locations.loads.low)
    expect(await page.getByText(locations.note).count()).toBe(1)
    await page.getByRole('contentinfo').getByRole('link', { name: shell.locations, exact: true }).click()
    await page.waitForURL(`**/${language}/locations`)
  })
})

test('the page of locations has no violation with scripts, and is in the sitemap', async () => {
  const page = await openPage({ language: 'en', width: 'phone' })
  const sitemap = await page.request.get('/sitemap.xml')
  expect(await sitemap.text()).toContain('/zh-CN/locations</loc>')
  await page.goto('/locations')
  expect(await faultsOf(page)).toEqual([])
})
