import { yearDays } from '#tests/support/one-year.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shownDate } from './shown-date.ts'
import receiptEn from '#text/en/site/receipt.ts'
import receiptZh from '#text/zh-CN/site/receipt.ts'
import { faultsOf } from './axe.ts'
import { askForAddress, readDetails } from './crypto-steps.ts'
import { mineBlocks, sendTokens } from './local-chain.ts'
import { languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { buyPlan } from './buy-plan.ts'
import { openAccount } from './open-account.ts'
import {
  chooseAlipay,
  choosePlan,
  decideAtCashier,
  logInInSheet,
  pressPay,
  reachCashier,
  type Person,
} from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const receipts = { en: receiptEn, 'zh-CN': receiptZh }
const savePicture = (page: Page, name: string) =>
  process.env.PICTURES
    ? page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
    : Promise.resolve()

async function buyAYear(
  screen: Screen & { readonly largeText?: boolean },
  expected: readonly RegExp[] = [],
): Promise<{ page: Page; orderId: string; person: Person }> {
  const { language } = screen
  const page = await openPage({ ...screen, expected })
  const person = await openAccount(page, language)
  const { orderId } = await buyPlan(person.token, 'plan-12', language)
  await page.goto(`/purchased?order=${orderId}`)
  await page.getByRole('heading', { name: texts[language].checkout.order.success.title }).waitFor()
  return { page, orderId, person }
}

type Shown = { top: number; words: string[]; pale: string[]; outside: number; paper: string }

const whatIsPrinted = `(() => {
  const inked = [...document.querySelectorAll('body *')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1,
  )
  const words = (elements) => elements.map((element) => element.textContent.trim())
  return {
    top: document.querySelector('[data-receipt]').getBoundingClientRect().top,
    words: words(inked),
    pale: words(inked.filter((element) => getComputedStyle(element).color !== 'rgb(0, 0, 0)')),
    outside: inked.filter((element) => !element.closest('[data-receipt]')).length,
    paper: getComputedStyle(document.body).backgroundColor,
  }
})()`

const whatIsClipped = `[...document.querySelectorAll('fieldset:has([name=plan]) label *')]
  .filter((element) => {
    if (!element.textContent.trim()) return false
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > Math.min(innerWidth, element.closest('label').getBoundingClientRect().right + 1)
  })
  .map((element) => element.textContent)`

describe.each(languages)('after paying (%s)', (language) => {
  const once = testIn('en', language)
  const { checkout, paying } = texts[language]
  const t = receipts[language]

  test('the receipt prints on one sheet with the typed name, black on white even in the dark theme', async () => {
    const { page, orderId } = await buyAYear({ language, width: 'desktop', theme: 'dark' })
    await page.goto(`/user/receipt/${orderId}`)
    const sheet = page.locator('[data-receipt]')
    expect(await page.getByRole('link', { name: t.askRefund }).getAttribute('href')).toMatch(
      /^\/user\/help\?about=refund&order=[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    )
    await page.getByLabel(t.name).fill('Lin Maya 林')
    await sheet.getByText('Lin Maya 林').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect((await page.evaluate<Shown>(whatIsPrinted)).words).toContain('Lin Maya 林')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('window.print = () => { window.named = document.title }')
    await page.getByRole('button', { name: t.print }).click()
    await page.getByLabel(t.name).waitFor({ state: 'detached' })
    await sheet.getByText('Lin Maya 林').waitFor()
    expect(await page.evaluate('window.named')).toMatch(/\d{4}-\d{6}$/)
    await savePicture(page, `receipt-screen-${language}`)
    await page.emulateMedia({ media: 'print' })
    await savePicture(page, `receipt-print-${language}`)
    const shown = await page.evaluate<Shown>(whatIsPrinted)
    expect(shown.words).toEqual(
      expect.arrayContaining([t.title, t.seller, t.paid, '¥268.00', 'Lin Maya 林', 'Wayfare ehf.']),
    )
    expect(shown.outside).toBe(0)
    expect(shown.pale).toEqual([])
    expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(shown.paper)
    expect(shown.top).toBeLessThan(200)
    expect(shown.words.join('\n')).toMatch(/\d\d:\d\d UTC/)
    expect(await page.getByRole('button', { name: t.print }).isVisible()).toBe(false)
    const pages = /\/Type \/Pages[^>]*\/Count (\d+)/.exec((await page.pdf({ format: 'A4' })).toString('latin1'))
    expect(pages?.[1]).toBe('1')
    await page.emulateMedia({ media: 'screen' })
    await page.reload()
    await sheet.getByText('Lin Maya 林').waitFor()
    expect(await page.getByLabel(t.name).count()).toBe(0)
  })

  once('the receipt prints on one sheet at a text size of 200 % of the browser, too', async () => {
    const { page, orderId } = await buyAYear({ language, width: 'desktop', largeText: true })
    await page.goto(`/user/receipt/${orderId}`)
    await page.locator('[data-receipt]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const pages = /\/Type \/Pages[^>]*\/Count (\d+)/.exec((await page.pdf({ format: 'A4' })).toString('latin1'))
    expect(pages?.[1]).toBe('1')
  })

  once('the receipt of a crypto payment names token, network, amount and the whole transaction hash', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    const { address, amount, text } = await readDetails(page, language, 'USDT')
    const transaction = await sendTokens('USDT', address, amount)
    await mineBlocks(3)
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('link', { name: texts[language].outcome.receipt, exact: true }).click()
    await page.locator('[data-receipt]').waitFor()
    const row = (label: string) => page.locator('[data-receipt] dl > div', { hasText: label }).last().locator('dd')
    expect(await row(t.method).textContent()).toBe(t.on('USDT', 'Local'))
    expect(await row(t.received).textContent()).toMatch(new RegExp(`^${text} USDT[,，].*UTC$`))
    expect(await row(t.transaction).textContent()).toBe(transaction)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(wide).toBeLessThanOrEqual(0)
    expect(await faultsOf(page)).toEqual([])
    await savePicture(page, `receipt-chain-${language}`)
  })

  once('changing the number of devices shows what happens to the remaining time before paying', async () => {
    const { page } = await buyAYear({ language, width: 'phone' })
    await page.goto('/pricing')
    const note = page.getByRole('status').filter({ hasText: /\d/ })
    expect(await note.count()).toBe(0)
    const asked = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/payment/payment_preview') &&
        response.request().postDataJSON().goodsId === 'plan-family-12',
    )
    await choosePlan(page, 'plan-family-12')
    const { data } = (await (await asked).json()) as {
      data: { expiresAt: number; daysBefore: number; daysAfter: number; devicesBefore: number; devicesAfter: number }
    }
    await note.waitFor()
    const { expiresAt, daysBefore, daysAfter } = data
    expect(await note.textContent()).toBe(checkout.convertsRemaining(data))
    const ticket = page.getByRole('complementary', { name: checkout.summary })
    await ticket.getByText(checkout.days(Math.round((expiresAt - Date.now()) / 86_400_000))).waitFor()
    expect(await page.getByText(shownDate(expiresAt, language)).count()).toBeGreaterThan(1)
    expect(daysBefore).toBeGreaterThanOrEqual(364)
    expect(daysAfter).toBeGreaterThan(0)
    expect(daysAfter).toBeLessThan(daysBefore)
    await savePicture(page, `upgrade-${language}`)
  })

  once('more devices for the same time are sold for the difference, and the expiry date stays', async () => {
    const { page, person } = await buyAYear({ language, width: 'phone' }, [/status of 401/])
    await page.goto('/pricing')
    await chooseAlipay(page, language)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/payment_preview', async (route) => {
      if (route.request().postDataJSON().goodsId === 'plan-family-12') await answered
      await route.continue()
    })
    await choosePlan(page, 'plan-family-12')
    // The upgrade options have reserved space before prices load, so nothing below them moves.
    const ticket = page.getByRole('complementary', { name: checkout.summary })
    const ways = ticket.getByRole('group', { name: checkout.upgrade.title(10) })
    const onlyDifference = ways.getByRole('radio', { name: checkout.upgrade.difference(yearDays) })
    const below = () =>
      page.evaluate<number>(`document.querySelector('#methods').getBoundingClientRect().top + scrollY`)
    await onlyDifference.waitFor()
    expect(await onlyDifference.isDisabled()).toBe(true)
    const place = await below()
    answer()
    await expect.poll(() => onlyDifference.isEnabled()).toBe(true)
    expect(await below()).toBeCloseTo(place)
    const promo = page.getByLabel(paying.promoLabel)
    const gift = page.getByLabel(paying.giftLabel)
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await promo.fill('WELC')
    await page.getByRole('button', { name: checkout.haveGift }).click()
    await gift.fill('ABCD-')
    await ways.getByRole('radio', { name: checkout.upgrade.difference(yearDays) }).check()
    // An upgrade for a whole year costs the price difference, ¥428 − ¥268. The minute since the purchase is worth less
    // than a fen.
    await page.getByRole('button', { name: checkout.pay.alipay('¥160') }).waitFor()
    expect(await page.getByRole('status').filter({ hasText: /\d/ }).textContent()).toBe(
      checkout.upgrade.keeps({ days: yearDays, devicesBefore: 5, devicesAfter: 10 }),
    )
    expect(await promo.isVisible()).toBe(false)
    expect(await gift.inputValue()).toBe('ABCD-')
    await savePicture(page, `difference-${language}`)
    // Another plan is a normal purchase; the upgrade option is kept for its own plan.
    await ways.getByRole('radio', { name: checkout.upgrade.plan('') }).check()
    await page.getByRole('button', { name: checkout.pay.alipay('¥428') }).waitFor()
    expect(await promo.inputValue()).toBe('WELC')
    await ways.getByRole('radio', { name: checkout.upgrade.difference(yearDays) }).check()
    // The session has ended: the sign-in dialog and the order keep the selection.
    await page.evaluate(`localStorage.removeItem('token')`)
    await pressPay(page)
    await page.getByRole('dialog').getByText('¥160', { exact: true }).waitFor()
    await logInInSheet(page, language, person)
    await page.getByText(checkout.lookFirst).waitFor()
    await page.getByRole('button', { name: checkout.pay.alipay('¥160') }).waitFor()
    const cashier = await reachCashier(page, { language, width: 'phone' })
    await decideAtCashier(cashier, language, 'pay')
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.getByText(language === 'en' ? '10 devices instead of 5 now' : /现在可以同时用\s10\s台/).waitFor()
    await savePicture(page, `difference-paid-${language}`)
  })

  test.each(['phone', 'desktop'] as const)('no plan text is clipped on a %s', async (width) => {
    const page = await openPage({ language, width })
    await page.goto('/pricing')
    for (const currency of ['USD', 'CNY'] as const) {
      const choice = page.getByLabel(checkout.currencies[currency])
      if (await choice.isVisible()) await choice.check({ force: true })
      await choosePlan(page, 'plan-family-12')
      await savePicture(page, `plans-${width}-${currency}-${language}`)
      const clipped = await page.evaluate<string[]>(whatIsClipped)
      expect(clipped).toEqual([])
    }
  })
})
