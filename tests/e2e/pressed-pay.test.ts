import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Method } from '#shared/method.ts'
import { call, openAccount } from './open-account.ts'
import { languages, openPage, testIn, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { pressPay } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
/** Sources of these user agents are in `web/payment/open-payment.test.ts`. */
const agents = {
  browser: `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
  wechat: `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`,
  alipay: `${iphone} Mobile/15E148 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0`,
  qq: `${iphone} Mobile/15E148 QQ/9.0.8.614 V1_IPH_SQ_9.0.8_1_APP_A NetType/WIFI`,
}
type App = keyof typeof agents
type Way = readonly [App, string, 'early' | 'late', Currency, Method]

/** Total of each currency for the plan that is preselected. */
const totals: Readonly<Record<Currency, readonly [string, number]>> = { CNY: ['¥268', 26_800], USD: ['$44.90', 4_490] }

/** Lets the checkout's scripts arrive only after `letGo`. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/(?:checkout|mount)/, async (route) => {
    await gate
    await route.continue()
  })
  return letGo
}

const labelOf = async (page: Page) => (await page.locator('form button[type=submit]').textContent())?.trim()
const payButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const checked = (page: Page, name: string) => page.locator(`input[name=${name}]:checked`).inputValue()
const tokenOf = (page: Page) => page.evaluate<string>(`localStorage.getItem('token')`)
/** Orders of an account. Takes the token, because the page may have left for the provider. */
const ordersOf = async (token: string) => (await call('/api/payment/payment_order', {}, 'en', token)).data.list
const boughtBy = async (token: string) =>
  (await ordersOf(token)).map((order) => [order.goodsId, order.method, order.amountMinor])

/** Steps with each app once. `settle` decides which method is shown (selection.test.ts has every app and wish). */
const ways: Readonly<Record<Language, Readonly<Record<'signedIn' | 'signedOut', readonly Way[]>>>> = {
  en: {
    signedIn: [
      ['browser', '', 'early', 'USD', 'card'],
      // A press before the scripts run buys what the server's page shows, whatever the address asks for.
      ['wechat', '?currency=CNY', 'early', 'USD', 'card'],
      ['wechat', '?currency=CNY', 'late', 'CNY', 'unionpay'],
      ['browser', '?currency=CNY&method=unionpay', 'late', 'CNY', 'unionpay'],
    ],
    signedOut: [
      ['browser', '', 'early', 'USD', 'card'],
      ['browser', '?currency=CNY', 'late', 'CNY', 'alipay'],
    ],
  },
  'zh-CN': {
    signedIn: [
      ['browser', '?currency=CNY&method=unionpay', 'early', 'CNY', 'alipay'],
      ['browser', '?currency=USD', 'late', 'USD', 'card'],
      ['wechat', '', 'early', 'CNY', 'unionpay'],
      ['alipay', '', 'early', 'CNY', 'alipay'],
      ['qq', '', 'late', 'CNY', 'alipay'],
    ],
    signedOut: [
      ['wechat', '', 'early', 'CNY', 'unionpay'],
      ['alipay', '', 'late', 'CNY', 'alipay'],
      ['qq', '', 'early', 'CNY', 'alipay'],
    ],
  },
}

describe.each(languages)('order placed by the pay button (%s)', (language) => {
  const { checkout, payOutsideApp, signIn } = texts[language]
  const once = testIn('zh-CN', language)
  const { signedIn, signedOut } = ways[language]

  test.each(signedIn)('signed in: %s, /pricing%s, pressed %s', async (app, query, when, currency, method) => {
    const page = await openPage({ language, width: 'phone', agent: agents[app] })
    await openAccount(page, language)
    const token = await tokenOf(page)
    const letGo = await holdScripts(page)
    await page.goto(`/pricing${query}`)
    const label = checkout.pay[method](totals[currency][0])
    if (when === 'late') {
      letGo()
      await reach(page, 'checkout')
      await payButton(page, label).waitFor()
    }
    expect(await labelOf(page)).toBe(label)
    expect([await checked(page, 'method'), await checked(page, 'currency')]).toEqual([method, currency])
    await pressPay(page)
    letGo()
    await expect.poll(() => boughtBy(token)).toEqual([['plan-12', method, totals[currency][1]]])
  })

  test.each(signedOut)('signed out: %s, /pricing%s, pressed %s', async (app, query, when, currency, method) => {
    const page = await openPage({ language, width: 'phone', agent: agents[app] })
    const letGo = await holdScripts(page)
    await page.goto(`/pricing${query}`)
    const [sum] = totals[currency]
    if (when === 'late') {
      letGo()
      await reach(page, 'checkout')
      await payButton(page, checkout.pay[method](sum)).waitFor()
    }
    expect(await labelOf(page)).toBe(checkout.pay[method](sum))
    await pressPay(page)
    letGo()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(sum, { exact: true }).waitFor()
    await sheet.getByText(signIn.next(method)).waitFor()
    expect([await checked(page, 'method'), await checked(page, 'currency')]).toEqual([method, currency])
  })

  once('a method pressed before the scripts run wins over the stored choice', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccount(page, language)
    const token = await tokenOf(page)
    await page.evaluate(
      `localStorage.setItem('checkout-choice', JSON.stringify({ goodsId: 'plan-6', currency: 'USD', at: Date.now() }))`,
    )
    const letGo = await holdScripts(page)
    await page.goto('/pricing')
    expect(await labelOf(page)).toBe(checkout.pay.alipay(totals.CNY[0]))
    await pressPay(page)
    letGo()
    await expect.poll(() => boughtBy(token)).toEqual([['plan-12', 'alipay', totals.CNY[1]]])
  })

  once('nothing is ordered when the pressed label is outdated, and the changed choice is shown', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccount(page, language)
    const token = await tokenOf(page)
    for (const changed of ['promo', 'tick'] as const) {
      if (changed === 'promo')
        await page.evaluate(
          `localStorage.setItem('checkout-choice', JSON.stringify({ promoCode: 'WELCOME10', at: Date.now() }))`,
        )
      const letGo = await holdScripts(page)
      await page.goto('/pricing')
      if (changed === 'tick') await page.locator('label:has(input[name=plan][value=plan-24])').click()
      await pressPay(page)
      letGo()
      await page.locator('[data-island=checkout][data-live]').waitFor()
      if (changed === 'promo')
        await page
          .getByText(/WELCOME10/)
          .first()
          .waitFor()
      else await page.locator('input[name=plan][value=plan-24]:checked').waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      expect(await ordersOf(token), changed).toEqual([])
      await page.evaluate(`localStorage.removeItem('checkout-choice')`)
      await page.unroute(/\/assets\/(?:checkout|mount)/)
      await page.goto('/robots.txt')
    }
  })

  once('a pressed method that WeChat does not open is paid in a browser, and is never replaced', async () => {
    const page = await openPage({ language, width: 'phone', agent: agents.wechat })
    await openAccount(page, language)
    const token = await tokenOf(page)
    await page.goto('/pricing?currency=CNY&method=alipay')
    await reach(page, 'checkout')
    await expect.poll(() => labelOf(page)).toBe(checkout.pay.alipay('¥268'))
    await pressPay(page)
    await page.getByRole('dialog', { name: payOutsideApp.title }).getByText(payOutsideApp.why.alipay).waitFor()
    expect(await ordersOf(token)).toEqual([])
  })
})
