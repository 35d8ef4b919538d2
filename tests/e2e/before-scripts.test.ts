import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { siteDays } from '#server/site/page-cache.ts'
import { isOtherDay } from '#web/enhance/is-other-day.ts'
import { displayDate } from '#web/display/display-date.ts'
import { offerDates, type Dated } from '#web/display/offer-dates.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { texts } from './texts.ts'

watchBrowser()

const lang = (page: Page) => page.evaluate<string>('document.documentElement.lang')
const theme = (page: Page) => page.evaluate<string>('document.documentElement.dataset.theme')

/** Opens the page but holds back the main script (enhancer): only the first script has run. */
async function openEarly(path: string, expected: readonly RegExp[] = []) {
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  let held: Route | undefined
  await page.route(/\/assets\/main-[^/]*\.js$/, (route) => {
    held = route
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor()
  await expect.poll(() => held !== undefined).toBe(true)
  return {
    page,
    arrive: () => held?.continue(),
    fail: () => held?.abort(),
  }
}

describe('before the main script has loaded', () => {
  test('a pressed language or theme switch is applied once the script loads', async () => {
    const { page, arrive } = await openEarly('/faq')
    await page.evaluate('(window.same = true, 0)')
    await page.getByLabel(texts.en.shell.theme).click()
    await page.locator('a[data-language]').click()
    expect([await lang(page), await theme(page)]).toEqual(['en', 'light'])
    await arrive()
    await expect.poll(() => lang(page)).toBe('zh-CN')
    expect(await theme(page)).toBe('dark')
    expect(await page.evaluate('[window.same, localStorage.getItem("language")]')).toEqual([true, 'zh-CN'])
  })

  test('if the script fails to load, the language link navigates to the other language', async () => {
    const { page, fail } = await openEarly('/faq', [/ERR_FAILED/])
    await page.locator('a[data-language]').click()
    await fail()
    await page.waitForURL('**/zh-CN/faq')
  })

  test('a script that failed to load is requested again', async () => {
    const { page, fail } = await openEarly('/faq', [/ERR_FAILED/])
    await fail()
    await page.locator('.offline').waitFor({ state: 'attached' })
    await page.getByLabel(texts.en.shell.theme).click()
    expect(await theme(page)).toBe('dark')
  })

  test('text typed before the script loads stays, and its form becomes active', async () => {
    const { page, arrive } = await openEarly('/login')
    const field = page.locator('input[name=identifier]').first()
    await field.click()
    await field.pressSequentially('maya')
    await arrive()
    await page.locator('[data-island=auth][data-live]').waitFor()
    expect(await field.inputValue()).toBe('maya')
  })

  test('a form submitted early is sent once', async () => {
    const { page, arrive } = await openEarly('/login', [/status of 4\d\d/])
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/user_login')) sent += 1
    })
    await page.locator('input[name=identifier]').first().fill('nobody-here')
    await page.locator('input[name=password]').first().fill('not the password')
    const agreed = page.locator('input[name=agreed]')
    if (await agreed.count()) await agreed.check({ force: true })
    await page.locator('[data-island=auth] form button[type=submit]').first().click()
    expect(sent).toBe(0)
    await arrive()
    await expect.poll(() => sent).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a press on Pay shows that it waits for its scripts, and opens the sheet once', async () => {
    const page = await openPage({ language: 'en', width: 'phone' })
    const html = await (await page.request.get('/en/pricing')).text()
    const scripts = /data-island="checkout"[^>]* data-scripts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
    expect(scripts).not.toEqual([])
    const gate = Promise.withResolvers<void>()
    for (const script of scripts)
      await page.route(`**${script}`, async (route) => {
        await gate.promise
        await route.continue()
      })
    await page.goto('/en/pricing')
    const pay = page.locator('[data-island=checkout] button[type=submit]').filter({ visible: true })
    await pay.click()
    await pay.and(page.locator('[data-waits]')).waitFor()
    gate.resolve()
    await page.getByRole('dialog').waitFor()
    expect(await page.locator('[data-waits]').count()).toBe(0)
  })

  test('a session changed in another tab is noticed when the script loads', async () => {
    const { page, arrive } = await openEarly('/faq')
    await page.evaluate(`localStorage.setItem('token', 'x')`)
    await arrive()
    await expect.poll(() => page.evaluate('document.documentElement.dataset.account')).toBe('in')
  })

  test('the main script runs after the first paint', async () => {
    const page = await openPage({ language: 'en', width: 'phone' })
    await page.addInitScript(`new MutationObserver((seen, watch) => {
      if (!document.querySelector('.offline')) return
      watch.disconnect()
      window.painted = performance.getEntriesByType('paint').length
    }).observe(document, { childList: true, subtree: true })`)
    await page.goto('/')
    await expect.poll(() => page.evaluate('window.painted')).toBeGreaterThan(0)
  })
})

async function serveAsOf(route: Route, language: Language, moment: Date) {
  const response = await route.fetch()
  const html = await response.text()
  const data = /<script type="application\/json"[^>]*>(\{[^<]*"today":"[^<]*)<\/script>/.exec(html)?.[1] ?? ''
  const rendered = JSON.parse(data) as Dated
  const today = siteDays(moment)[language]
  const fresh = offerDates({ ...rendered, today }, language)
  const dates = new Map(offerDates(rendered, language).map((old, index) => [old, fresh[index] ?? old]))
  const known = [...dates.keys()].toSorted((one, other) => other.length - one.length).join('|')
  const body = html
    .replaceAll(rendered.today, today)
    .replaceAll(new RegExp(`(?<!\\d)(?:${known.replaceAll('.', '\\.')})`, 'g'), (old) => dates.get(old) ?? old)
  await route.fulfill({ response, body })
}

describe.each(languages)('in every time zone (%s)', (language) => {
  test.each([
    // At any hour, one of these two zones has another date than the server's.
    ['Pacific/Kiritimati', undefined],
    ['Pacific/Pago_Pago', undefined],
    // The local date is the 29th, the UTC date the 28th. Three months later is 1 March locally, because February has no
    // 29th.
    ['Pacific/Kiritimati', '2026-11-28T10:38Z'],
    // The date is the 1st in China, which the Chinese page uses, and the last day of February in UTC.
    ['Asia/Shanghai', '2027-02-28T20:00Z'],
    // The date in London equals that in UTC. Half a year later, in summer time, the same UTC hour is past midnight in
    // London.
    ['Europe/London', '2026-11-20T23:30Z'],
    // The opposite case: the date in New York equals that in UTC, but half a year later, in winter time, the same UTC
    // hour is before midnight in New York.
    ['America/New_York', '2027-06-02T04:30Z'],
  ] as const)(
    "plan end dates use the reader's time zone, before and after the form is active (%s, %s)",
    async (zone, moment) => {
      // A wrong browser clock makes the server reject signed calls.
      const expected = moment ? [/payment_shop|client_config/] : []
      const page = await openPage({ language, width: 'desktop', zone, expected })
      if (moment) {
        await page.clock.setFixedTime(moment)
        await page.route('**/pricing', (route) => serveAsOf(route, language, new Date(moment)))
      }
      await page.goto('/pricing')
      const now = moment ? new Date(moment) : new Date()
      const day = displayDate(Date.parse(now.toLocaleDateString('sv', { timeZone: zone })), language, {
        timeZone: 'UTC',
      })
      const start = page.locator('main p', { hasText: texts[language].checkout.todayIs(day) })
      await start.waitFor()
      const island = page.locator('[data-island=checkout]')
      // A date may differ from the server's even if today's date does not; without a fixed time it depends on the hour.
      const mayDiffer = await page.evaluate<boolean>(
        `(${isOtherDay.toString()})(document.querySelector('[data-island=checkout]').dataset.day, new Date())`,
      )
      const isCounted = async () => (await island.locator('+ script').textContent())?.includes('cameAt')
      await expect.poll(async () => (moment === undefined && !mayDiffer) || (await isCounted())).toBe(true)
      expect(await island.getAttribute('data-started')).toBe(null)
      const before = await island.innerText()
      await reach(page, 'checkout')
      const dates = (text: string) =>
        text.match(/\d{1,2}\u00a0[A-Z][a-z]{2}\u00a0\d{4}|\d{4}\u2060年\u2060\d+\u2060月\u2060\d+\u2060日/g)
      expect(dates(before)?.length).toBeGreaterThan(4)
      await expect.poll(async () => dates(await island.innerText())).toEqual(dates(before))
    },
  )
})
