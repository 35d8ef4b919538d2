import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'
import { openPage, type Screen } from './open-page.ts'
import { reach } from './reach.ts'
import { texts } from './texts.ts'

export type Person = { readonly accountName: string; readonly password: string }
export const newPerson = (): Person => ({
  accountName: `e2e.${randomBytes(6).toString('hex')}`,
  password: `long-way-${randomBytes(6).toString('hex')}`,
})

/** A mark of its own without a digit: a name with many digits could be a person’s number, which names of lists refuse. */
export const markOfLetters = (): string =>
  [...randomBytes(10)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')

/** Fills in the form of the login or register page and sends it. */
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
  await page.getByRole('button', { name: auth[mode].submit, exact: true }).click()
}

export async function register(page: Page, language: Language, person = newPerson()): Promise<Person> {
  await page.goto('/register')
  // As someone who comes from the account area: without that, signing up leads to the first ride.
  await page.evaluate(() => sessionStorage.setItem('register-page-origin', '/user/profile'))
  await sendAuthForm(page, language, 'register', person)
  await page.waitForURL('**/user/profile')
  return person
}

/**
 * Opens an address from which the product sends the visitor on. It may do so before the page has loaded, and to wait for
 * that would then be an error; so may the page that stands open until then, which hears of its session's end by itself.
 */
export async function openAndArrive(page: Page, address: string, at: string) {
  await page.goto(address, { waitUntil: 'commit' }).catch((error: Error) => {
    if (!error.message.includes('is interrupted by another navigation')) throw error
  })
  await page.waitForURL(at)
}

/** Opens the link of the header: on a phone it lives in the menu. */
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

/** Presses the button that pays. */
export async function pressPay(page: Page) {
  await page.locator('button[type=submit]').filter({ visible: true }).first().click()
}

/** In the sheet over checkout: takes the account that was made, agrees, and goes on to pay. */
export async function takeMadeAccount(page: Page, language: Language): Promise<Person> {
  const sheet = page.getByRole('dialog')
  const { auth, signIn } = texts[language]
  const accountName = await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()
  const password = (await sheet.locator('code').textContent()) ?? ''
  await sheet.getByRole('checkbox').click()
  await sheet.getByRole('button', { name: signIn.keptAndPay('').trim() }).click()
  return { accountName, password }
}

/** In the sheet over checkout: logs in with a password, and goes on to pay. */
export async function logInInSheet(page: Page, language: Language, { accountName, password }: Person) {
  const sheet = page.getByRole('dialog')
  const { auth, signIn } = texts[language]
  await sheet.getByRole('tab', { name: signIn.doors.login }).click()
  await sheet.getByLabel(auth.accountName, { exact: true }).fill(accountName)
  await sheet.getByLabel(auth.password, { exact: true }).fill(password)
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: signIn.loginAndPay('').trim() }).click()
}

/** Chooses a plan at checkout; one for another number of devices is behind its switch. */
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
 * To the cashier: on a phone this tab is handed over; on a desktop a phone scans the code on the screen, whose address
 * the page names beside it. Returns the page that shows the cashier.
 */
export async function reachCashier(page: Page, { language, width }: Screen): Promise<Page> {
  await pressPay(page)
  return width === 'phone' ? page : openScanned(page, { language, width })
}

/** Where a phone gets to that scans the code on the screen. */
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

/** Decides at the simulator's cashier what becomes of the payment; the browser comes back to the shop by itself. */
export async function decideAtCashier(page: Page, language: Language, decision: Decision) {
  await page.waitForURL(/\/till\/\w+\/cashier\//)
  const text = cashierTexts[language]
  const words = text[decision]
  const name = typeof words === 'string' ? words : new RegExp(`^${words('[¥$][\\d,.]+').replaceAll(' ', '\\s')}$`)
  await page.getByRole('button', { name, exact: true }).click()
}

/** Chooses Alipay in CNY, which is what Alipay takes. */
export async function chooseAlipay(page: Page, language: Language) {
  const { checkout } = texts[language]
  const yuan = page.getByLabel(checkout.currencies.CNY)
  if (await yuan.isVisible()) await yuan.check({ force: true })
  await chooseMethod(page, checkout.order.methods.alipay)
}

/** Presses the tile of a method, once. What is pressed before the part runs is for `kept.test.ts`: here it runs first. */
export async function chooseMethod(where: Page | Locator, name: string): Promise<void> {
  const radio = where.getByRole('radio', { name })
  const tile = radio.locator('xpath=ancestor::label')
  await tile.hover()
  await tile.locator('xpath=ancestor::*[@data-live or @id="account" or self::dialog]').first().waitFor()
  await tile.click()
  await expect.poll(() => radio.isChecked()).toBe(true)
}
