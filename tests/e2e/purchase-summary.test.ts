import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { planEnd } from '#shared/membership-time.ts'
import type { Method } from '#shared/method.ts'
import { shownDate } from './shown-date.ts'
import { openAccount } from './open-account.ts'
import { corners, languages, openPage, type Screen, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { pressPay } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const usual = { en: 'card', 'zh-CN': 'alipay' } as const
const sums = { en: '$44.90', 'zh-CN': '¥268' }

async function openTicket(screen: Screen): Promise<Page> {
  const page = await openPage(screen)
  await page.goto('/pricing')
  await reach(page, 'checkout')
  return page
}

/** True if the element lies within the screen without scrolling and nothing covers its centre. */
async function isInSight(page: Page, of: Locator): Promise<boolean> {
  const box = await of.boundingBox()
  const size = page.viewportSize()
  if (!box || !size || box.width === 0) return false
  const { x, y, width, height } = box
  if (x < 0 || y < 0 || x + width > size.width || y + height > size.height) return false
  return of.evaluate((element) => {
    const rect = element.getBoundingClientRect()
    const hit = element.ownerDocument.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
    return element.contains(hit) || hit?.closest('label')?.contains(element) === true
  })
}

describe.each(corners)('checkout summary ($language, $width)', (screen) => {
  const { language } = screen
  const { checkout } = texts[language]

  test('method, price, end date and refund terms are visible without scrolling, and the button names method and price', async () => {
    const page = await openTicket(screen)
    const button = page.getByRole('button', { name: checkout.pay[usual[language]](sums[language]) })
    const method = page.locator('label', {
      has: page.getByRole('radio', { name: checkout.order.methods[usual[language]] }),
    })
    expect(await method.getByRole('radio').isChecked()).toBe(true)
    const day = shownDate(planEnd(new Date(), 12), language)
    const date = page.getByText(day).filter({ visible: true })
    const refund = page.getByRole('link', { name: /7\s?(days|天)/ })
    const whatIsInSight = async () => ({
      button: await isInSight(page, button),
      method: await isInSight(page, method),
      refund: await isInSight(page, refund),
      ends: (await Promise.all((await date.all()).map((each) => isInSight(page, each)))).includes(true),
    })
    await expect.poll(whatIsInSight).toEqual({ button: true, method: true, refund: true, ends: true })
    await refund.click()
    await page.waitForURL('**/clause/refund-policy')
  })
})

describe.each(languages)('plan selector (%s)', (language) => {
  test.each([320, 390, 768, 1440])('the plan selector has no gap at %i px, and no price is clipped', async (width) => {
    const page = await openTicket({ language, width: 'phone' })
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate<{ gaps: number[]; cut: string[]; sideways: boolean }>(whatIsBroken)
    expect(found).toEqual({ gaps: [], cut: [], sideways: false })
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    expect((await page.evaluate<{ gaps: number[] }>(whatIsBroken)).gaps).toEqual([])
  })

  test('plans sold only for another number of devices stay in the list and say so', async () => {
    const page = await openTicket({ language, width: 'desktop' })
    const { checkout } = texts[language]
    const ten = page.locator('label', { has: page.locator('input[name=devices][value="10"]') })
    await ten.click()
    expect(await page.locator('input[name=plan]').count()).toBe(1)
    expect(await page.getByText(checkout.devicesOnly(5)).count()).toBe(4)
    expect((await page.evaluate<{ gaps: number[] }>(whatIsBroken)).gaps).toEqual([])
    await page.locator('label', { has: page.locator('input[name=devices][value="5"]') }).click()
    expect(await page.locator('input[name=plan][value=plan-12]').isChecked()).toBe(true)
  })
})

/** Gaps in the line that connects the marks of all plans, and texts that overflow their row. */
const whatIsBroken = `(() => {
  const set = document.querySelector('fieldset:has(input[name=plan])')
  const rails = [...set.querySelectorAll('i')].map((rail) => {
    const box = rail.getBoundingClientRect()
    const line = getComputedStyle(rail, '::before')
    return { top: box.top + parseFloat(line.top), bottom: box.bottom - parseFloat(line.bottom) }
  })
  const gaps = rails.slice(1).map(({ top }, index) => Math.round(top - rails[index].bottom)).filter((gap) => gap > 0)
  const cut = [...set.querySelectorAll('label *, p *')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      if (!element.textContent.trim() || width === 0) return false
      const row = element.closest('label, p').getBoundingClientRect()
      return left < row.left - 1 || right > Math.min(innerWidth, row.right) + 1
    })
    .map((element) => element.textContent)
  return { gaps, cut, sideways: document.documentElement.scrollWidth > innerWidth }
})()`

test('a payment method with its own page opens in the same tab, without a dialog', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await openAccount(page, 'en')
  await page.goto('/pricing')
  await pressPay(page)
  await page.waitForURL(`${inject('e2e').simulator}/till/stripe/**`)
  expect(page.context().pages()).toHaveLength(1)
  await page.goBack()
  await page.getByRole('dialog').getByText(sums.en).first().waitFor()
})

test('the last payment method is preselected in this browser', async () => {
  const page = await openPage({ language: 'zh-CN', width: 'desktop' })
  await openAccount(page, 'zh-CN')
  await page.goto('/pricing')
  const { checkout } = texts['zh-CN']
  const chosen = (method: Method) => page.getByRole('radio', { name: checkout.order.methods[method] })
  // A press that comes right after a tick, before the scripts run, orders nothing; `pressed-pay.test.ts` covers that.
  await reach(page, 'checkout')
  await chosen('wechat').check({ force: true })
  await pressPay(page)
  await page.getByRole('dialog').waitFor()
  await page.evaluate('sessionStorage.clear()')
  await page.goto('/pricing')
  await expect.poll(() => chosen('wechat').isChecked()).toBe(true)
  await page.getByRole('button', { name: checkout.pay.wechat(sums['zh-CN']) }).waitFor()
})
