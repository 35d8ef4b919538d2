import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { planEnd } from '#shared/membership-time.ts'
import { shownDate } from './shown-date.ts'
import { corners, openPage, type Screen, watchBrowser } from './open-page.ts'
import {
  decideAtCashier,
  followHeader,
  openAndArrive,
  pressPay,
  openScanned,
  sendAuthForm,
  takeMadeAccount,
  type Person,
  unfoldMenu,
} from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each(corners)('the purchase by a new visitor ($language, $width)', (screen) => {
  const { language } = screen
  const { account, checkout, purchased, shell } = texts[language]

  test('a visitor switches language, registers, pays, finds the order in the profile, logs out and in again', async () => {
    const page = await openInOtherLanguage(screen)
    const clock = language === 'en' ? 'zh-CN' : 'en'
    const { otherLanguage } = texts[clock].shell
    await page.getByRole('link', { name: otherLanguage, exact: true }).click()
    await page.locator(`html[lang="${language}"]`).waitFor()

    await followHeader(page, screen, shell.pricing)
    await page.waitForURL('**/pricing')
    const plan = page.getByRole('radio', { name: language === 'en' ? /^3 months/ : /^3\s?个月/ })
    await page.locator('label', { has: plan }).click()
    await page.locator('label', { has: page.getByRole('radio', { name: checkout.order.methods.alipay }) }).click()

    // Paying requires an account, which is created in a dialog before the payment continues.
    const person = await payAtCashier(page, screen)
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    const number =
      (await page
        .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        .first()
        .textContent()) ?? ''

    await page.getByRole('link', { name: purchased.missing.action }).click()
    await page.waitForURL('**/user/orders')
    const orders = page.getByRole('region', { name: account.orders.title })
    await orders.getByText(number).waitFor()
    await orders.getByText(account.orders.statuses.paid, { exact: true }).waitFor()
    await page.goto('/user/profile')
    const expiry = shownDate(planEnd(new Date(), 3), language, { clock })
    await page.getByRole('main').getByText(expiry).first().waitFor()

    // Waits for all requests: after logging out they would fail with a console error.
    await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await unfoldMenu(page, language)
    await page.getByRole('button', { name: account.logOut }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    await openAndArrive(page, '/user/profile', '**/login')
    await sendAuthForm(page, language, 'login', person)
    await page.waitForURL('**/user/profile')
    await unfoldMenu(page, language)
    await page.getByRole('link', { name: account.sections.orders, exact: true }).click()
    await orders.getByText(number).waitFor()
  })
})

/** Opens the site with the other browser language, so the language switch has an effect. */
async function openInOtherLanguage({ language, width }: Screen): Promise<Page> {
  const other = language === 'en' ? 'zh-CN' : 'en'
  const page = await openPage({ language: other, width })
  await page.goto('/')
  expect(await page.locator('html').getAttribute('lang')).toBe(other)
  return page
}

async function payAtCashier(page: Page, screen: Screen): Promise<Person> {
  const { language, width } = screen
  const { checkout } = texts[language]
  await pressPay(page)
  const person = await takeMadeAccount(page, language)
  const leaves = width === 'phone' || language === 'en'
  const cashier = leaves ? page : await openScanned(page, screen)
  // The provider uses the browser's language instead of our cookie.
  const other = language === 'en' ? 'zh-CN' : 'en'
  await decideAtCashier(cashier, leaves ? other : language, 'pay')
  if (!leaves) {
    await page.getByRole('dialog').getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: checkout.order.seeOrder }).click()
  }
  await page.waitForURL('**/purchased?order=*')
  return person
}
