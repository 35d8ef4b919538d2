import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import en from '#text/en/site/no-script.ts'
import zh from '#text/zh-CN/site/no-script.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { publicRoutes } from './routes.ts'

watchBrowser()

const noScriptTexts = { en, 'zh-CN': zh }

const open = (language: Language, width: 'phone' | 'desktop' = 'phone') =>
  openPage({ language, width, scripts: false, expected: [/status of 40[345]/, /^request: csp/] })

describe.each(languages)('without scripts (%s)', (language) => {
  const t = noScriptTexts[language]
  const under = (route: string) => `/${language}${route === '/' ? '' : route}`

  test('every page is readable in its language, and pages that need scripts say so', async () => {
    const page = await open(language)
    const silent: string[] = []
    const empty: string[] = []
    const headless: string[] = []
    for (const route of publicRoutes) {
      await page.goto(under(route))
      const said = await page.locator('body').innerText()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      const needs = (await page.locator('[data-island]').count()) > 0
      if (said.includes(t.off) !== needs) silent.push(route)
      const main = await page.getByRole('main').innerText()
      if (route !== '/loading' && main.trim().length < 20) empty.push(route)
      const headings = await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count()
      if (headings !== 1) headless.push(`${route}: ${headings}`)
      const dead = page.locator('[data-island]:not([data-readable])').filter({ visible: true })
      expect(await dead.count(), route).toBe(0)
    }
    expect({ silent, empty, headless }).toEqual({ silent: [], empty: [], headless: [] })
  })

  test('prices, FAQ answers and legal texts are complete', async () => {
    const page = await open(language, 'desktop')
    await page.goto(under('/pricing'))
    expect(
      await page
        .getByText(language === 'en' ? '$44.90' : '¥268')
        .first()
        .isVisible(),
    ).toBe(true)
    await page.goto(under('/faq'))
    expect(await page.locator('details').count()).toBeGreaterThan(10)
    await page.goto(under('/clause/terms-of-service'))
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(1_000)
  })

  test('a form is replaced by a notice with a link onward', async () => {
    const page = await open(language)
    for (const route of ['/login', '/register', '/resetpassword', '/affiliate', '/purchased']) {
      await page.goto(under(route))
      expect(await page.getByRole('heading', { name: t.formTitle }).isVisible(), route).toBe(true)
      expect(await page.locator('[data-island]').first().isVisible(), route).toBe(false)
    }
    await page.getByRole('link', { name: t.prices }).click()
    expect(new URL(page.url()).pathname).toBe(under('/pricing'))
  })

  test('the account area says that it needs scripts', async () => {
    const page = await open(language, 'desktop')
    await page.goto('/user/profile')
    await page.getByRole('heading', { name: t.accountTitle, level: 1 }).waitFor()
    expect(await page.locator('#account').isVisible()).toBe(false)
    expect(await page.locator('.no-script-strip').innerText()).toContain(t.off)
  })

  test('a form submitted anyway leads to an error page in the same language with a link back', async () => {
    const page = await open(language)
    await page.goto(under('/pricing'))
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.locator('form button:not([type=button])').last().click()
    expect((await answered).status()).toBe(405)
    await page.getByRole('heading', { name: t.sentTitle }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await page.getByRole('link', { name: t.reload }).click()
    await page.waitForURL(`**${under('/pricing')}`)
  })
})
