import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { pastTheEdge } from './narrow.ts'
import { openProfile } from './open-account.ts'
import { countLoads, languages, openPage, testIn, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { unfoldMenu } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/, /ScriptMissing/]
const strip = (page: Page) => page.locator('.offline')

describe.each(languages)('without a network (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const { account, auth, checkout, paying } = texts[language]
  const offline = language === 'en' ? 'You’re offline.' : '网断了。'

  once('a strip reports the lost connection on every page and disappears by itself', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    for (const address of ['/faq', '/pricing', '/trial']) {
      await page.goto(address)
      // Waits for pending requests, which would otherwise fail when the page goes offline.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await strip(page).getByText(offline).waitFor()
      await page.context().setOffline(false)
      await strip(page).getByText(offline).waitFor({ state: 'detached' })
    }
  })

  once('an account section opened offline loads when the network returns, without a page reload', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    await openProfile(page, language)
    await page.getByText(account.membership.none).waitFor()
    const loads = await countLoads(page)
    await unfoldMenu(page, language)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: account.sections.device, exact: true }).click()
    const plate = page.getByRole('alert').filter({ hasText: account.offline.title })
    await plate.waitFor()
    await plate.getByRole('button', { name: account.retry }).click()
    await plate.waitFor()
    expect(await strip(page).innerText()).toContain(offline)
    expect(await page.evaluate(pastTheEdge)).toEqual([])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: account.sections.device, level: 1 }).waitFor()
    expect(loads()).toBe(0)
  })

  once('a form whose script has not loaded keeps input and clicks until the network returns', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    // Waits for the page's own script, so only the form's script is held back below.
    await page.goto('/affiliate', { waitUntil: 'networkidle' })
    const loads = await countLoads(page)
    await page.context().setOffline(true)
    const island = page.locator('[data-island=affiliate]')
    const field = island.locator(':is(input, textarea)').first()
    await field.fill('https://maya.example')
    await page.context().setOffline(false)
    await page.locator('[data-island=affiliate][data-live]').waitFor()
    expect(await field.inputValue()).toBe('https://maya.example')
    expect(loads()).toBe(0)
  })

  once('a checkout part that cannot load leaves the rest unchanged and loads later', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.locator('label:has(input[value=plan-24])').click()
    const loads = await countLoads(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await page.getByRole('alert').getByRole('button', { name: account.retry }).waitFor()
    expect(await page.locator('input[value=plan-24]').isChecked()).toBe(true)
    await page.context().setOffline(false)
    await page.getByLabel(paying.promoLabel).waitFor()
    expect(await page.locator('input[value=plan-24]').isChecked()).toBe(true)
    expect(loads()).toBe(0)
  })

  test('switching the language offline keeps the page and its input', async () => {
    const page = await openPage({ language, width: 'desktop', expected })
    await page.goto('/register')
    await reach(page, 'auth')
    await page.getByLabel(auth.accountName).fill('long-way-round')
    const loads = await countLoads(page)
    await page.context().setOffline(true)
    await page.locator('a[data-language]').click()
    await strip(page).getByText(offline).waitFor()
    expect(await page.getByLabel(auth.accountName).inputValue()).toBe('long-way-round')
    expect(loads()).toBe(0)
  })

  test('a site that is unreachable despite a network causes no reload until the visitor asks for one', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    await page.goto('/affiliate')
    // Only the main script (enhancer) adds the offline strip, so this waits for that script.
    await strip(page).waitFor({ state: 'attached' })
    const loads = await countLoads(page)
    await page.route('**/*', (route) => route.abort('failed'))
    const field = page.locator('[data-island=affiliate] :is(input, textarea)').first()
    await field.fill('https://maya.example')
    await strip(page)
      .getByText(language === 'en' ? 'We can’t be reached.' : '连不上我们。')
      .waitFor()
    expect(await field.inputValue()).toBe('https://maya.example')
    expect(loads()).toBe(0)
    await page.unroute('**/*')
    await strip(page).getByRole('button').click()
    // Browsers retry a failed script only after a page load.
    await expect.poll(loads).toBe(1)
    await expect.poll(() => field.inputValue()).toBe('https://maya.example')
    await field.focus()
    await page.locator('[data-island=affiliate][data-live]').waitFor()
    expect(await field.inputValue()).toBe('https://maya.example')
  })

  once('a part that failed to load waits for a retry, and input elsewhere on the page is kept', async () => {
    const page = await openPage({ language, width: 'phone', expected })
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.getByRole('button', { name: checkout.haveGift }).click()
    const gift = page.getByLabel(paying.giftLabel)
    await gift.fill('ABCD-')
    const loads = await countLoads(page)
    let looks = 0
    await page.route('**/*', (route) => {
      if (route.request().method() === 'HEAD') looks += 1
      return route.abort('failed')
    })
    await page.getByRole('button', { name: checkout.havePromo }).click()
    const missing = page.getByRole('alert').filter({ has: page.getByRole('button', { name: account.retry }) })
    await missing.waitFor()
    const before = looks
    await missing.getByRole('button').click()
    // Two checks whether the site can be reached: one by the clicked button, one by the offline notice. If the first
    // succeeded, the page would reload.
    await expect.poll(() => looks).toBeGreaterThan(before + 1)
    await page.unroute('**/*')
    // The offline notice checks by itself and may disappear before it could be clicked.
    await expect.poll(() => strip(page).innerText()).toBe('')
    // Long enough for an automatic reload to have started.
    await page.evaluate("fetch('/robots.txt').then((found) => found.text())")
    expect(loads()).toBe(0)
    expect(await gift.inputValue()).toBe('ABCD-')
    await missing.getByRole('button').click()
    await expect.poll(loads).toBe(1)
  })

  test('the offline strip stays until the site responds, shows that it is checking, and follows the language', async () => {
    const page = await openPage({ language, width: 'desktop', expected })
    await page.goto('/faq')
    await page.waitForLoadState('networkidle')
    const away = (request: { method: () => string }) => request.method() === 'HEAD'
    let looks = 0
    await page.route('**/*', (route) => {
      if (!away(route.request())) return route.fallback()
      looks += 1
      return route.abort('failed')
    })
    await page.context().setOffline(true)
    await strip(page).getByText(offline).waitFor()
    await page.context().setOffline(false)
    await strip(page)
      .getByText(language === 'en' ? 'We can’t be reached.' : '连不上我们。')
      .waitFor()
    await expect.poll(() => looks).toBeGreaterThan(0)
    const again = strip(page).getByRole('button')
    await again.click()
    await strip(page).locator('button[aria-busy=true]').waitFor()
    await strip(page).locator('button:not([aria-busy])').waitFor()

    await page.locator('a[data-language]').click()
    await strip(page)
      .getByText(language === 'en' ? '连不上我们。' : 'We can’t be reached.')
      .waitFor()
    expect(await again.textContent()).toBe(language === 'en' ? '再试一次' : 'Try again')
    await page.unroute('**/*')
    await again.click()
    await expect.poll(() => strip(page).innerText()).toBe('')
  })

  once('a server error is reported as such, not as a lost connection', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/status of 500/] })
    await openProfile(page, language)
    const msg = errorText('Internal', language)
    await page.route('**/api/system/system_user_info', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg, status: 'Internal', data: null } }),
    )
    await page.goto('/user/profile')
    const plate = page.getByRole('alert').filter({ hasText: msg })
    await plate.getByRole('heading', { name: account.outage.title }).waitFor()
    expect(await strip(page).innerText()).toBe('')
    await page.unroute('**/api/system/system_user_info')
    await plate.getByRole('button', { name: account.retry }).click()
    await page.getByText(account.membership.none).waitFor()
  })
})
