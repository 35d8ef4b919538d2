import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { smallTargets } from './small-targets.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What axe finds against WCAG 2.0 to 2.2 A and AA, in the light and in the dark; whether the page is wider than its screen;
 * and, where the screen is a phone's, what is too small for a finger.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const where = new URL(page.url()).pathname
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  const faults: string[] = isPhone ? await smallTargets(page) : []
  const note = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>, theme: string) => {
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        faults.push(`${where} (${theme}) ${id}: ${String(target)} ${failureSummary ?? ''}`)
  }
  note(await new AxeBuilder({ page }).withTags(standards).setLegacyMode().analyze(), 'light')
  // Themes differ in colours alone. The simulator's cashier follows the system instead of an attribute.
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  await page.emulateMedia({ colorScheme: 'dark' })
  note(await new AxeBuilder({ page }).withRules('color-contrast').setLegacyMode().analyze(), 'dark')
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return overflow > 0 ? [...faults, `${where} is ${overflow} px wider than the screen`] : faults
}

/** The page with its islands and its account area in charge: nothing of it is still on its way. */
export async function visit(page: Page, route: string): Promise<void> {
  await page.goto(route)
  const waiting = page.locator('[data-load]:not([data-live]), [aria-busy="true"]').filter({ visible: true })
  await waiting.first().waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}
