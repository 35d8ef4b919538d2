import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openProfile } from './open-account.ts'
import { corners, openPage, type Screen, watchBrowser } from './open-page.ts'
import { texts } from './texts.ts'

watchBrowser()

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function findButton(page: Page, { language, width }: Screen) {
  const { shell } = texts[language]
  if (width === 'phone')
    await page.locator('summary').filter({ visible: true }).and(page.getByLabel(shell.menu)).click()
  return page.getByRole('banner').getByRole('button', { name: shell.logOut, exact: true })
}

test.each(['banner', 'navigation'] as const)(
  'logging out while the page still loads ends the session (%s)',
  async (place) => {
    const page = await openPage({ language: 'en', width: 'desktop' })
    await openProfile(page, 'en')
    const held: (() => void)[] = []
    await page.route(/\/user_(sessions|security)$/, (route) => {
      held.push(() => void route.continue().catch(() => {}))
    })
    await page.goto('/user/security')
    await expect.poll(() => held.length).toBe(2)
    await page.route('**/user_logout', async (route) => {
      const answer = await route.fetch()
      for (const release of held) release()
      await route.fulfill({ response: answer })
    })
    await page.getByRole(place).getByRole('button', { name: texts.en.account.logOut }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await stored(page)).toBeNull()
  },
)

describe.each(corners)('the header ($language, $width)', (screen) => {
  const { shell } = texts[screen.language]

  test('logging out from any page ends the session on the server, stays on the page, and reaches other tabs', async () => {
    // The test ends with an invalid token, which the server refuses with 401.
    const page = await openPage({ ...screen, expected: [/status of 401/] })
    await page.goto('/faq')
    expect(await (await findButton(page, screen)).count()).toBe(0)
    await openProfile(page, screen.language)
    const token = await stored(page)
    const other = await page.context().newPage()
    await other.goto('/user/device')
    await other.getByRole('heading', { level: 1 }).waitFor()
    for (const address of ['/announcements', '/pricing']) {
      await page.goto(address)
      expect(await (await findButton(page, screen)).isVisible()).toBe(true)
    }
    await page.goto('/faq')
    const button = await findButton(page, screen)
    const loaded = page.waitForEvent('load')
    await button.click()
    await loaded
    expect(new URL(page.url()).pathname).toBe('/faq')
    expect(await stored(page)).toBeNull()
    expect(await (await findButton(page, screen)).count()).toBe(0)
    await other.waitForURL('**/login')
    const answer = await page.evaluate(async (authorization) => {
      const headers = { 'content-type': 'application/json', platform: 'web', language: 'en', authorization }
      const request = { method: 'POST', headers, body: '{}' }
      const response = await fetch('/v4/test/api/user/user_get_device_list', request)
      return ((await response.json()) as { status: string }).status
    }, token ?? '')
    expect(answer).toBe('Unauthorized')
  })

  test('pages without account navigation offer only the logo, the language switch and a way home', async () => {
    const page = await openPage({ ...screen, expected: [/status of 404/] })
    for (const address of ['/clause/terms-of-service', '/apple-help', '/trial', '/loading', '/no-such-page']) {
      await page.goto(address)
      const banner = page.getByRole('banner')
      expect(await banner.getByRole('link').allInnerTexts(), address).toHaveLength(3)
      expect(await page.getByRole('navigation', { name: shell.mainNavigation }).count(), address).toBe(0)
      expect(await page.getByRole('contentinfo').count(), address).toBe(0)
      await banner.getByRole('link', { name: shell.otherLanguage }).waitFor()
    }
    await page.getByRole('banner').getByRole('link', { name: shell.home, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})
