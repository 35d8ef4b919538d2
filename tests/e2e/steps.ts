import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'
import { openPage, type Screen } from './open-page.ts'
import { reach } from './reach.ts'
import { texts } from './texts.ts'
import { fromOwnAddress } from './visitor-address.ts'

export type Person = { readonly accountName: string; readonly password: string }
export const newPerson = (): Person => ({
  accountName: `e2e.${randomBytes(6).toString('hex')}`,
  password: `long-way-${randomBytes(6).toString('hex')}`,
})

/** Random letters without digits, because names of lists must not look like phone numbers. */
export const markOfLetters = (): string =>
  [...randomBytes(10)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')

/**
 * Adds the header with an own IP address to the sign-up request only, because other origins would refuse the header.
 */
const signUpFromOwnAddress = (page: Page) =>
  page.route(
    /\/user_register_/,
    (route) => route.continue({ headers: { ...route.request().headers(), ...fromOwnAddress() } }),
    { times: 1 },
  )

export async function sendAuthForm(
  page: Page,
  language: Language,
  mode: 'login' | 'register',
  { accountName, password }: Person,
) {
  const { auth } = texts[language]
  await page.getByLabel(auth.accountName).fill(accountName)
  await page.getByLabel(auth.password, { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  if (mode === 'register') await signUpFromOwnAddress(page)
  await page.getByRole('button', { name: auth[mode].submit, exact: true }).click()
}

export async function register(page: Page, language: Language, person = newPerson()): Promise<Person> {
  await page.goto('/register')
  // Simulates a visitor from the account area; otherwise sign-up leads to the start page.
  await page.evaluate(() => sessionStorage.setItem('register-page-origin', '/user/profile'))
  await sendAuthForm(page, language, 'register', person)
  await page.waitForURL('**/user/profile')
  return person
}

/**
 * Opens a page that redirects. The redirect may happen before the page has loaded, which would be an error when waiting
 * for it; the previous page may also redirect when it notices the end of its session.
 */
export async function openAndArrive(page: Page, address: string, at: string) {
  await page.goto(address, { waitUntil: 'commit' }).catch((error: Error) => {
    if (!error.message.includes('is interrupted by another navigation')) throw error
  })
  await page.waitForURL(at)
}

/** Unfolds the menu of the account area, which is folded on narrow screens. */
export async function unfoldMenu(page: Page, language: Language): Promise<void> {
  const menu = page.getByRole('navigation', { name: texts[language].account.menu, exact: true })
  await menu.waitFor()
  const folded = menu.locator('summary')
  if (await folded.isVisible()) await folded.click()
}

export async function followHeader(page: Page, { language, width }: Screen, name: string) {
  const { shell } = texts[language]
  if (width === 'phone')
    await page.locator('summary').filter({ visible: true }).and(page.getByLabel(shell.menu)).click()
  const region =
    width === 'phone'
      ? page.getByRole('navigation', { name: shell.menu })
      : page.getByRole('navigation', { name: shell.mainNavigation })
  await region.getByRole('link', { name, exact: true }).click()
}

export async function pressPay(page: Page) {
  await page.locator('button[type=submit]').filter({ visible: true }).first().click()
}

export async function takeMadeAccount(page: Page, language: Language): Promise<Person> {
  const sheet = page.getByRole('dialog')
  const { auth, signIn } = texts[language]
  const accountName = await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()
  const password = (await sheet.locator('code').textContent()) ?? ''
  await sheet.getByRole('checkbox').click()
  await signUpFromOwnAddress(page)
  await sheet.getByRole('button', { name: signIn.keptAndPay('').trim() }).click()
  return { accountName, password }
}

export async function logInInSheet(page: Page, language: Language, { accountName, password }: Person) {
  const sheet = page.getByRole('dialog')
  const { auth, signIn } = texts[language]
  await sheet.getByRole('tab', { name: signIn.doors.login }).click()
  await sheet.getByLabel(auth.accountName, { exact: true }).fill(accountName)
  await sheet.getByLabel(auth.password, { exact: true }).fill(password)
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: signIn.loginAndPay('').trim() }).click()
}

/** Selects a plan at checkout; plans for another number of devices are behind a switch. */
export async function choosePlan(page: Page, goodsId: `plan-${string}`) {
  await reach(page, 'checkout')
  const plan = page.locator(`label:has(input[value="${goodsId}"])`)
  if (!(await plan.isVisible())) {
    const other = page.locator('label:has(input[name=devices]:not(:checked))').first()
    await other.click()
  }
  await plan.click()
}

/**
 * Continues to the cashier: in this tab on phones, otherwise by opening the link behind the QR code. Returns the
 * cashier's page.
 */
export async function reachCashier(page: Page, { language, width }: Screen): Promise<Page> {
  await pressPay(page)
  if (width !== 'phone') return openScanned(page, { language, width })
  // The order exists only once the cashier is shown.
  await page.waitForURL(/\/till\/\w+\/cashier\//)
  return page
}

export async function openScanned(page: Page, { language }: Screen): Promise<Page> {
  const dialog = page.getByRole('dialog')
  const { checkout, paying } = texts[language]
  await dialog.getByRole('img', { name: paying.qrLabel(checkout.order.methods.alipay) }).waitFor()
  const address = await dialog.getByRole('link', { name: paying.openHere }).getAttribute('href')
  const phone = await openPage({ language, width: 'phone' })
  await phone.goto(address ?? '')
  return phone
}

type Decision = 'pay' | 'cancel' | 'decline' | 'payTwice' | 'paySilent' | 'payLate'

export async function decideAtCashier(page: Page, language: Language, decision: Decision) {
  await page.waitForURL(/\/till\/\w+\/cashier\//)
  const text = cashierTexts[language]
  const words = text[decision]
  const name = typeof words === 'string' ? words : new RegExp(`^${words('[¥$][\\d,.]+').replaceAll(' ', '\\s')}$`)
  await page.getByRole('button', { name, exact: true }).click()
}

export async function chooseAlipay(page: Page, language: Language) {
  const { checkout } = texts[language]
  const yuan = page.getByLabel(checkout.currencies.CNY)
  if (await yuan.isVisible()) await yuan.check({ force: true })
  await chooseMethod(page, checkout.order.methods.alipay)
}

/** Selects a payment method after the island has started; `kept-input.test.ts` covers earlier clicks. */
export async function chooseMethod(where: Page | Locator, name: string): Promise<void> {
  const radio = where.getByRole('radio', { name })
  const tile = radio.locator('xpath=ancestor::label')
  await tile.hover()
  await tile.locator('xpath=ancestor::*[@data-live or @id="account" or self::dialog]').first().waitFor()
  await tile.click()
  await expect.poll(() => radio.isChecked()).toBe(true)
}
