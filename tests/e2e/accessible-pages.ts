import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf, visit } from './axe.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { accountRoutes, missingRoute, publicRoutes } from './routes.ts'
import { openAccount } from './open-account.ts'
import { chooseAlipay, decideAtCashier, reachCashier } from './steps.ts'
import { texts } from './texts.ts'

const notFound = [/status of 40[34]/]

/**
 * Checks every route and journey state in one language; each language has its own test file, so both run in parallel.
 */
export function testAccessiblePages(language: Language): void {
  watchBrowser()
  describe.each(['phone', 'desktop'] as const)(`accessibility (${language}, %s)`, (width) => {
    const { auth, checkout } = texts[language]

    test('public pages and the 404 page have no accessibility violation', async () => {
      const page = await openPage({ language, width, expected: notFound })
      const faults: string[] = []
      for (const route of [...publicRoutes, missingRoute]) {
        if (route === '/loading') await page.goto(route)
        else await visit(page, route)
        faults.push(...(await faultsOf(page)))
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
        faults.push(...(await faultsOf(page)))
      }
      await visit(page, '/pricing')
      await chooseAlipay(page, language)
      const cashier = await reachCashier(page, { language, width })
      if (width === 'desktop') {
        await page.getByRole('dialog').getByText(checkout.order.waiting).waitFor()
        faults.push(...(await faultsOf(page)))
      }
      await cashier.waitForURL('**/till/alipay/cashier/**')
      faults.push(...(await faultsOf(cashier)))
      await decideAtCashier(cashier, language, 'pay')
      await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
      faults.push(...(await faultsOf(page)))
      await visit(page, '/user/orders')
      await page.locator('#orders').getByText(texts[language].account.orders.statuses.paid, { exact: true }).waitFor()
      faults.push(...(await faultsOf(page)))
      expect(faults).toEqual([])
    })
  })
}
