import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { PlaceName } from '#shared/contract/operator/console-places.ts'
import type { Language } from '#shared/language.ts'
import { shellTexts } from './console-steps.ts'

/** Set of the page's action requests that are still running, kept up to date. */
export function collectReads(page: Page): ReadonlySet<Request> {
  const asking = new Set<Request>()
  page.on('request', (request) => request.url().includes('/actions/') && asking.add(request))
  page.on('requestfinished', (request) => asking.delete(request))
  page.on('requestfailed', (request) => asking.delete(request))
  return asking
}

export async function settle(page: Page, asking: ReadonlySet<Request>): Promise<void> {
  const busy = page.locator('[aria-busy=true]')
  await expect.poll(async () => (await busy.count()) + asking.size).toBe(0)
}

/** Navigates like an internal link, without loading the console again. A page that is closed to the role has no tab. */
export async function turnTo(
  page: Page,
  language: Language,
  address: string,
  asking: ReadonlySet<Request>,
): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  const place = address.split('/')[2] as PlaceName
  const title = shellTexts[language].places[place]
  await page.locator('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  const tab = page.locator(`nav.tabs a[href="${address}"]`)
  await expect
    .poll(async () => (await tab.count()) === 0 || (await tab.getAttribute('aria-current')) === 'page')
    .toBe(true)
  await settle(page, asking)
}
