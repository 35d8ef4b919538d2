import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseGroup, payAtCashier } from './group-steps.ts'
import { openAccount } from './open-account.ts'
import { invisibleAtEachWidth, invisibleStates } from './high-contrast.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { reachCashier } from './steps.ts'

watchBrowser()

async function openForced(
  language: 'en' | 'zh-CN',
  width: 'phone' | 'desktop',
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const page = await openPage({ language, width, expected: [/status of 404/] })
  await page.emulateMedia({ forcedColors: 'active', colorScheme })
  return page
}

test('the QR code of a payment and the lanes that draw the seats of a group are visible on black', async () => {
  const screen = { language: 'en', width: 'desktop' } as const
  const page = await openForced('en', 'desktop', 'dark')
  await openAccount(page, 'en')
  await chooseGroup(page, screen, { size: 3, who: 'self' })
  const cashier = await reachCashier(page, screen)
  const faults = await page.evaluate<string[]>(invisibleStates)
  await payAtCashier(page, cashier, screen)
  await page.locator('[aria-hidden] path[data-state=open]').first().waitFor({ state: 'attached' })
  expect([...faults, ...(await page.evaluate<string[]>(invisibleStates))]).toEqual([])
})

test('the check for high contrast finds states that only a background shows', async () => {
  const page = await openForced('en', 'desktop')
  await page.goto('/pricing')
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('fieldset *, fieldset *::before, fieldset *::after { outline: 0 !important; border: 0 !important }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  const faults = (await invisibleAtEachWidth(page)).join('\n')
  for (const screen of ['1440 px, dark', '1440 px, light', '390 px, dark', '390 px, light'])
    for (const fault of ['chosen without a mark', 'choice without an edge'])
      expect(faults).toContain(`(${screen}) ${fault}`)
})
