import type { Browser, BrowserContext, Page } from 'playwright-core'
import { apiPrefix, tokenPattern } from '#shared/api-values.ts'
import { headerOfLanguage } from '#shared/language.ts'
import type { Envelope } from '#shared/errors.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'
import { texts } from '../../tests/e2e/texts.ts'
import { reach } from '../../tests/e2e/reach.ts'

const { auth, checkout, signIn } = texts.en

export class Shopper {
  readonly #origin: string
  readonly #context: BrowserContext
  readonly #shop: Page
  readonly #account: Page

  private constructor(origin: string, context: BrowserContext, shop: Page, account: Page) {
    this.#origin = origin
    this.#context = context
    this.#shop = shop
    this.#account = account
  }

  static async open(browser: Browser, origin: string): Promise<Shopper> {
    const context = await browser.newContext({ baseURL: origin, locale: 'en-US', reducedMotion: 'reduce' })
    context.setDefaultTimeout(60_000)
    return new Shopper(origin, context, await context.newPage(), await context.newPage())
  }

  /** Chooses the plan of three months, registers on the way, and opens the gateway's payment page. */
  async reachCashier(): Promise<void> {
    const page = this.#shop
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.locator('label', { has: page.getByRole('radio', { name: /^3 months/ }) }).click()
    await page.locator('label', { has: page.getByRole('radio', { name: checkout.order.methods.alipay }) }).click()
    await page.locator('button[type=submit]').filter({ visible: true }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(auth.accountName, { exact: true }).waitFor()
    await sheet.getByRole('checkbox').click()
    await sheet.getByRole('button', { name: signIn.keptAndPay('').trim() }).click()
    await page.waitForURL(/\/till\/\w+\/cashier\//)
    // Opens another tab of the same browser, for calls of the account page.
    await this.#account.goto('/robots.txt')
  }

  pay(): { readonly at: number; readonly order: Promise<string> } {
    const page = this.#shop
    const words = cashierTexts.en.pay
    const name = new RegExp(`^${words('[¥$][\\d,.]+').replaceAll(' ', '\\s')}$`)
    const at = performance.now()
    const order = (async () => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForURL('**/purchased?order=*')
      return new URL(page.url()).searchParams.get('order') ?? ''
    })()
    return { at, order }
  }

  async call<T>(name: string, input: object = {}): Promise<T> {
    const token = await this.#account.evaluate<string>("localStorage.getItem('token') ?? ''")
    const response = await fetch(`${this.#origin}${apiPrefix('DEV')}/api/user/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        platform: 'web',
        language: headerOfLanguage('en'),
        deviceId: 'web',
        authorization: token,
      },
      body: JSON.stringify(input),
    })
    const renewed = response.headers.get('pragma') ?? ''
    if (tokenPattern.test(renewed))
      await this.#account.evaluate(`localStorage.setItem('token', ${JSON.stringify(renewed)})`)
    const answer = (await response.json()) as Envelope<T>
    if (answer.code !== 200) throw new Error(`${name}: ${answer.status} ${answer.msg}`)
    return answer.data
  }

  close(): Promise<void> {
    return this.#context.close()
  }
}
