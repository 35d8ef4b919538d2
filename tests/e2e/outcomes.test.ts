import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'
import { faultsOf } from './axe.ts'
import { languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { reach } from './reach.ts'
import { chooseAlipay, decideAtCashier, pressPay, reachCashier } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

type Method = 'alipay' | 'wechat' | 'unionpay' | 'card'
async function leaveToPay(screen: Screen, method: Method, promo?: string): Promise<Page> {
  const { language } = screen
  const { checkout, paying } = texts[language]
  const page = await openPage(screen)
  await openAccount(page, language)
  await page.goto('/pricing')
  await reach(page, 'checkout')
  const yuan = page.getByLabel(checkout.currencies.CNY)
  if (await yuan.isVisible()) await yuan.check({ force: true })
  await page.getByRole('radio', { name: checkout.order.methods[method] }).check({ force: true })
  if (promo) {
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await page.getByLabel(paying.promoLabel).fill(promo)
    await page.getByRole('button', { name: paying.promoApply, exact: true }).click()
    await page.getByText(paying.promoApplied(promo, ''), { exact: false }).first().waitFor()
  }
  await pressPay(page)
  await page.waitForURL(`${inject('e2e').simulator}/till/**`)
  return page
}
const standsAs = (page: Page, outcome: string) => page.locator(`[data-outcome=${outcome}]`).waitFor()
const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order') ?? ''

/** Method and width of payments that are cancelled at the provider. */
const cancelled: Readonly<Record<Language, readonly (readonly ['alipay' | 'card', Screen['width']])[]>> = {
  en: [
    ['alipay', 'phone'],
    ['card', 'desktop'],
  ],
  'zh-CN': [['card', 'phone']],
}

describe.each(languages)('payment outcome (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const { outcome, account } = texts[language]

  test.each(cancelled[language])(
    'a payment by %s cancelled on a %s keeps the order and its promo code, and a second try pays it',
    async (method, width) => {
      const page = await leaveToPay({ language, width }, method, 'WELCOME10')
      await decideAtCashier(page, language, 'cancel')
      await page.waitForURL('**/purchased?order=*&back=1')
      await standsAs(page, 'back')
      const kept = page.getByRole('status').filter({ hasText: 'WELCOME10' })
      await kept.first().waitFor()
      await page.getByText(outcome.rows.promo('WELCOME10'), { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      const first = orderOf(page)
      await page.getByRole('button', { name: new RegExp(`^${outcome.pay('.*', outcome.by[method])}$`) }).click()
      await page.waitForURL(`${inject('e2e').simulator}/till/**`)
      await decideAtCashier(page, language, 'pay')
      await page.waitForURL('**/purchased?order=*')
      await standsAs(page, 'paid')
      expect(orderOf(page)).toBe(first)
      await page.getByText(outcome.rows.promo('WELCOME10'), { exact: true }).waitFor()
    },
  )

  once(
    'a cancelled payment is completed by another method in one click, and provider parameters leave the URL',
    async () => {
      const page = await leaveToPay({ language, width: 'phone' }, 'alipay')
      await decideAtCashier(page, language, 'cancel')
      await standsAs(page, 'back')
      await page.getByRole('group', { name: outcome.orWith }).getByText(outcome.methods.card).click()
      await page.waitForURL(`${inject('e2e').simulator}/till/stripe/**`)
      await decideAtCashier(page, language, 'pay')
      await standsAs(page, 'paid')
      expect([...new URL(page.url()).searchParams.keys()]).toEqual(['order', 'back'])
    },
  )

  once('a phone that pays by UnionPay or WeChat Pay returns from the payment page to the paid order', async () => {
    for (const method of ['unionpay', 'wechat'] as const) {
      const page = await leaveToPay({ language, width: 'phone' }, method)
      await decideAtCashier(page, language, 'pay')
      if (!page.url().includes('/purchased'))
        await page.getByRole('link', { name: cashierTexts[language].back }).click()
      await page.waitForURL('**/purchased**')
      await standsAs(page, 'paid')
    }
  })

  once('a declined card takes no money, and another method is one click away', async () => {
    const page = await leaveToPay({ language, width: 'phone' }, 'card')
    await decideAtCashier(page, language, 'decline')
    await page.waitForURL('**/purchased?order=*')
    await standsAs(page, 'declined')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('group', { name: outcome.orWith }).getByText(outcome.methods.alipay).click()
    await page.waitForURL(`${inject('e2e').simulator}/till/**`)
    await decideAtCashier(page, language, 'pay')
    await standsAs(page, 'paid')
  })

  once('a partial refund is shown with its amount on the order page and in the order list', async () => {
    const page = await leaveToPay({ language, width: 'phone' }, 'alipay')
    const trade = /cashier\/(\w+)/.exec(page.url())?.[1] ?? ''
    await decideAtCashier(page, language, 'pay')
    await standsAs(page, 'paid')
    await refundAtProvider(trade, 1_000)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(async () => (await page.reload(), page.locator('[data-outcome]').getAttribute('data-outcome')))
      .toBe('partly')
    await page.getByText('−¥10.00').waitFor()
    await page.getByText(outcome.rows.kept, { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/user/orders')
    const orders = page.getByRole('region', { name: account.orders.title })
    await orders.getByText(account.orders.statuses.partially_refunded).waitFor()
    await orders.getByText('¥10.00').waitFor()
  })

  once('a browser that is not signed in learns only that the order is paid', async () => {
    const page = await leaveToPay({ language, width: 'phone' }, 'alipay')
    const other = await openPage({ language, width: 'phone' })
    const cashier = page.url()
    await decideAtCashier(page, language, 'pay')
    await standsAs(page, 'paid')
    await other.goto(page.url())
    await standsAs(other, 'elsewhere')
    expect(await other.getByRole('main').innerText()).not.toMatch(/[¥$]\d/)
    expect(await faultsOf(other)).toEqual([])
    expect(cashier).toContain('/till/')
  })

  once('a group seat is shown as paid, with the start of its memberships', async () => {
    const screen: Screen = { language, width: 'phone' }
    const { start } = texts[language].groups
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/group-buying')
    await chooseAlipay(page, language)
    await page.getByRole('radio', { name: new RegExp(`^${start.sizes[2]}`) }).check({ force: true })
    await page.getByRole('radio', { name: new RegExp(`^${start.self}`) }).check({ force: true })
    await decideAtCashier(await reachCashier(page, screen), language, 'pay')
    await standsAs(page, 'group-wait')
    const said = await page.getByRole('main').innerText()
    expect(said).not.toMatch(/membership runs to|会员有效期至/)
    await page.getByRole('button', { name: outcome.copyLink }).waitFor()
    await page.getByRole('link', { name: outcome.group }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})

async function refundAtProvider(trade: string, amountMinor: number) {
  const { simulator } = inject('e2e')
  const bills = (await (await fetch(`${simulator}/switchboard/alipay/bills`)).json()) as {
    txn: string
    number: string
  }[]
  const bill = bills.find(({ txn }) => txn === trade)
  const response = await fetch(`${simulator}/switchboard/alipay/bills/${bill?.number}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: `R${Date.now()}`, amountMinor }),
  })
  expect(response.ok).toBe(true)
}
