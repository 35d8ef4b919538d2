import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { planEnd } from '#shared/membership-time.ts'
import { shownDate } from './shown-date.ts'
import { openPage, screens, watchBrowser, type Screen } from './open-page.ts'
import {
  decideAtCashier,
  followHeader,
  openAndArrive,
  pressPay,
  openScanned,
  sendAuthForm,
  takeMadeAccount,
  type Person,
} from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each(screens)("a stranger's two minutes ($language, $width)", (screen) => {
  const { language } = screen
  const { account, checkout, shell } = texts[language]

  test('home, language, pricing, register, pay at the cashier, success, the order on the profile, out and in again', async () => {
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

    // Paying needs an account: it is made over the page, and the way goes on from there by itself.
    const person = await payAtCashier(page, screen)
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    const number =
      (await page
        .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        .first()
        .textContent()) ?? ''

    await page.getByRole('link', { name: checkout.order.seeOrder }).click()
    await page.waitForURL('**/user/profile#orders')
    const orders = page.getByRole('region', { name: account.orders.title })
    await orders.getByText(number).waitFor()
    await orders.getByText(checkout.order.statuses.paid, { exact: true }).waitFor()
    const expiry = shownDate(planEnd(new Date(), 3), language, { clock })
    await page.getByRole('main').getByText(expiry).first().waitFor()

    // A part that is still asked for when its owner logs out is refused, and the browser says so.
    await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: account.logOut }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    await openAndArrive(page, '/user/profile', '**/login')
    await sendAuthForm(page, language, 'login', person)
    await page.waitForURL('**/user/profile')
    await orders.getByText(number).waitFor()
  })
})

/** A visitor whose browser asks for the other language, so that the switch has something to do. */
async function openInOtherLanguage({ language, width }: Screen): Promise<Page> {
  const other = language === 'en' ? 'zh-CN' : 'en'
  const page = await openPage({ language: other, width })
  await page.goto('/')
  expect(await page.locator('html').getAttribute('lang')).toBe(other)
  return page
}

/** A cashier takes this tab and comes back; where there is a code another device scans it, and this page learns of it. */
async function payAtCashier(page: Page, screen: Screen): Promise<Person> {
  const { language, width } = screen
  const { checkout } = texts[language]
  await pressPay(page)
  const person = await takeMadeAccount(page, language)
  // In dollars Alipay is paid at a page of its own.
  const leaves = width === 'phone' || language === 'en'
  const cashier = leaves ? page : await openScanned(page, screen)
  // The provider reads the browser's language, not our cookie.
  const other = language === 'en' ? 'zh-CN' : 'en'
  await decideAtCashier(cashier, leaves ? other : language, 'pay')
  if (!leaves) {
    await page.getByRole('dialog').getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: checkout.order.seeOrder }).click()
  }
  await page.waitForURL('**/purchased?order=*')
  return person
}
