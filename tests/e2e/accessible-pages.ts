import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultsOf as faultsOnThisScreen, visit } from './axe.ts'
import { invisibleAtEachWidth } from './high-contrast.ts'
import { faultsOfLargeText } from './large-text.ts'
import { judgeWidths, sizes } from './narrow.ts'
import { openPage, type Screen, watchBrowser } from './open-page.ts'
import { accountRoutes, missingRoute, publicRoutes } from './routes.ts'
import { openAccount } from './open-account.ts'
import { smallTargets } from './small-targets.ts'
import { chooseAlipay, decideAtCashier, reachCashier } from './steps.ts'
import { texts } from './texts.ts'

const notFound = [/status of 40[34]/]

/**
 * On a desktop also reports targets that are too small for a finger in a window as narrow as a phone, and what high
 * contrast of the system hides.
 */
async function faultsOf(page: Page): Promise<string[]> {
  const faults = await faultsOnThisScreen(page)
  const size = page.viewportSize()
  if (size === null || size.width < 640) return faults
  await page.setViewportSize(sizes.phone)
  let small = await smallTargets(page)
  // Parts that are drawn otherwise on a phone follow a moment later.
  for (let tries = 0; small.length > 0 && tries < 20; tries++) {
    await sleep(100)
    small = await smallTargets(page)
  }
  await page.setViewportSize(size)
  return [...faults, ...small, ...(await invisibleAtEachWidth(page))]
}

/**
 * Checks every route and journey state in one language, in windows of every width; each language has its own test
 * file, so both run in parallel. One is a phone and one a desktop: axe reads an outline, which has no language, and
 * what depends on the length of words is judged at each width.
 */
export function testAccessiblePages({ language, width }: Screen): void {
  watchBrowser()
  beforeEach(() => judgeWidths('all'))
  afterEach(() => judgeWidths('own'))
  describe(`accessibility (${language}, ${width})`, () => {
    const { auth, checkout } = texts[language]

    test('public pages and the 404 page have no accessibility violation', async () => {
      const page = await openPage({ language, width, expected: notFound })
      const faults: string[] = []
      for (const route of [...publicRoutes, missingRoute]) {
        if (route === '/loading') await page.goto(route)
        else await visit(page, route)
        faults.push(...(await faultsOf(page)), ...(await faultsOfLargeText(page)))
      }
      expect(faults).toEqual([])
    })

    test('forms with errors have no accessibility violation', async () => {
      const page = await openPage({ language, width })
      const faults: string[] = []
      for (const mode of ['login', 'register'] as const) {
        await visit(page, `/${mode}`)
        await page.getByRole('button', { name: auth[mode].submit, exact: true }).click()
        await page.getByRole('alert').waitFor()
        faults.push(...(await faultsOf(page)))
      }
      expect(faults).toEqual([])
    })

    test('payment, result and account pages have no accessibility violation', async () => {
      const page = await openPage({ language, width })
      const faults: string[] = []
      await openAccount(page, language)
      for (const route of accountRoutes) {
        await visit(page, route)
        faults.push(...(await faultsOf(page)), ...(await faultsOfLargeText(page)))
      }
      await visit(page, '/pricing')
      await chooseAlipay(page, language)
      if (width === 'desktop') faults.push(...(await invisibleAtEachWidth(page)))
      faults.push(...(await faultsOfLargeText(page)))
      const cashier = await reachCashier(page, { language, width })
      if (width === 'desktop') {
        await page.getByRole('dialog').getByText(checkout.order.waiting).waitFor()
        faults.push(...(await faultsOnThisScreen(page)))
      }
      await cashier.waitForURL('**/till/alipay/cashier/**')
      faults.push(...(await faultsOnThisScreen(cashier)))
      await decideAtCashier(cashier, language, 'pay')
      await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
      faults.push(...(await faultsOf(page)), ...(await faultsOfLargeText(page)))
      await visit(page, '/user/orders')
      await page.locator('#orders').getByText(texts[language].account.orders.statuses.paid, { exact: true }).waitFor()
      faults.push(...(await faultsOf(page)))
      expect(faults).toEqual([])
    })
  })
}
