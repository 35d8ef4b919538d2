import { describe, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { corners, openPage, watchBrowser } from './open-page.ts'
import { texts } from './texts.ts'
import { fromOwnAddress } from './visitor-address.ts'

watchBrowser()

/** Countries and a city of the demo's nodes, as each language names them. */
const demo = {
  en: { countries: ['Germany', 'Japan', 'Singapore', 'United States'], tokyo: 'Tokyo' },
  'zh-CN': { countries: ['德国', '美国', '日本', '新加坡'], tokyo: '东京' },
}

describe.each(corners)('locations ($language, $width)', (screen) => {
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

describe.each(corners)('connection check ($language, $width)', (screen) => {
  const { language } = screen
  const { connection } = texts[language]

  test('a visitor who starts the check learns through which VPN city the page was requested, or what to do', async () => {
    const page = await openPage({ ...screen, expected: [/429/] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const check = page.locator('[data-check]')
    const result = page.locator('[data-result]')
    // IP address of the demo's node in Tokyo.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' })
    await page.goto(`/${language}/locations`)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('system_connection'))).toEqual([])
    await check.click()
    await result.getByText(connection.oursAt(language === 'en' ? 'Tokyo, Japan' : '日本东京')).waitFor()
    expect(await result.innerText()).toContain(connection.oursText('198.51.100.7'))
    expect(await faultsOf(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/check-ours-${language}-${screen.width}.png`,
        fullPage: true,
      })

    const own = fromOwnAddress()
    await page.setExtraHTTPHeaders(own)
    await check.click()
    await result.getByText(connection.other).waitFor()
    expect(await result.innerText()).toContain(connection.otherText(own['x-forwarded-for']))
    await page.setExtraHTTPHeaders({})
    await check.click()
    await result.getByText(connection.local).waitFor()
    await page.route('**/system_connection', (route) => route.fulfill({ status: 429, json: { code: 429 } }))
    await check.click()
    await result.getByText(connection.failed).waitFor()
  })

  test('without scripts the page offers no check', async () => {
    const page = await openPage({ ...screen, scripts: false })
    await page.goto(`/${language}/locations`)
    expect(await page.locator('[data-check]').isVisible()).toBe(false)
  })
})

test('the page of locations has no accessibility violation when scripts run, and is in the sitemap', async () => {
  const page = await openPage({ language: 'en', width: 'phone' })
  const sitemap = await page.request.get('/sitemap.xml')
  expect(await sitemap.text()).toContain('/zh-CN/locations</loc>')
  await page.goto('/locations')
  expect(await faultsOf(page)).toEqual([])
})
