import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from '../axe.ts'
import { invisibleStates } from '../high-contrast.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { consolePages } from './console-pages.ts'
import { openConsole, shellTexts } from './console-steps.ts'
import { closedActs, listen, turnTo } from './turn-to.ts'

watchBrowser()
// axe enters preview frames, in which scripts are blocked.
const refusals = [/status of 40[0-9]/, /Blocked script execution in '[^']*\/console\/preview(?:-plan|-brand)?\//]
const furtherPages = [
  '/console/texts/clause/terms-of-service',
  '/console/texts/faq/try-first',
  '/console/actions',
  '/console/actions/plans.add',
  '/console/actions/content.publish',
  '/console/actions/audit.list',
  '/console/actions/plans.list',
]

async function come(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

async function awaitPreviews(page: Page, address: string): Promise<void> {
  // axe fails if a preview is replaced while it runs, and the one of the brand loads again with the values in use.
  if (address === '/console/system/brand')
    await page.locator('iframe[name$=" 2"]:not(.coming)').waitFor({ state: 'attached' })
  // The price form is filled with the current price first, and then its two previews reload.
  if (address === '/console/shop/plans') await page.locator('iframe[src*="%22price%22"]:not(.coming)').nth(1).waitFor()
}

async function invisibleInHighContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate<string[]>(invisibleStates)
  await page.emulateMedia({ forcedColors: 'none' })
  return found.map((fault) => `${new URL(page.url()).pathname} (high contrast) ${fault}`)
}

test.each<[Language, 'desktop' | 'phone']>([
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
])(
  'console pages have no accessibility problems, and offer owners only what they may do (%s, %s)',
  async (language, width) => {
    const t = shellTexts[language]
    const page = await openPage({ language, width, expected: refusals })
    await come(page, '/console')
    const faults = await faultsOf(page)
    await openConsole(page, language, 'owner')
    const { asking, refused } = listen(page)
    for (const address of consolePages) {
      await turnTo(page, language, address, asking)
      await awaitPreviews(page, address)
      faults.push(...(await faultsOf(page)), ...(await closedActs(page, 'owner')))
      if (width === 'desktop') faults.push(...(await invisibleInHighContrast(page)))
    }
    expect(refused).toEqual([])
    for (const address of furtherPages) {
      await come(page, address)
      faults.push(...(await faultsOf(page)))
    }
    await come(page, '/console/actions/people.give-time')
    await page.getByRole('button', { name: t.act.preview }).click()
    await page.getByText(t.act.required).first().waitFor()
    faults.push(...(await faultsOf(page)))
    await page.getByRole('button', { name: t.openFind }).click()
    await page.getByRole('option').first().waitFor()
    faults.push(...(await faultsOf(page)))
    await page.keyboard.press('Escape')
    if (width === 'phone') {
      await page.getByRole('navigation', { name: t.rail }).getByRole('button', { name: t.list.more }).click()
      await page.getByRole('dialog', { name: t.list.more }).waitFor()
      faults.push(...(await faultsOf(page)))
    }
    await page.getByRole('button', { name: t.keys, exact: true }).click()
    await page.getByRole('dialog', { name: t.keyList.title }).waitFor()
    faults.push(...(await faultsOf(page)))
    expect(faults).toEqual([])
  },
)
