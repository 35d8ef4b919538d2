import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { PlaceName } from '#shared/contract/operator/console-places.ts'
import { mayAct, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Language } from '#shared/language.ts'
import { shellTexts } from './console-steps.ts'

/** Set of the page's action requests that are still running, kept up to date. */
function collectReads(page: Page): ReadonlySet<Request> {
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

/** Navigates like an internal link, without loading the console again. Does not wait for the page. */
export const turn = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`)

/** Turns to a page and waits until it is shown with its data. A page that is closed to the role has no tab. */
export async function turnTo(
  page: Page,
  language: Language,
  address: string,
  asking: ReadonlySet<Request>,
): Promise<void> {
  await turn(page, address)
  const place = address.split('/')[2] as PlaceName
  const title = shellTexts[language].places[place]
  await page.locator('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  const tab = page.locator(`nav.tabs a[href="${address}"]`)
  await expect
    .poll(async () => (await tab.count()) === 0 || (await tab.getAttribute('aria-current')) === 'page')
    .toBe(true)
  await settle(page, asking)
}

/** True if the console may offer this action to the role. */
export const may = (role: OperatorRole, name: ActionName): boolean => {
  const action: OperatorAction = operatorActions[name]
  return mayAct(role, action) && !action.onlyByCommand
}

/** Names of the actions that a page offers, or one row of it. */
export async function actsOn(page: Page, row?: RegExp): Promise<readonly string[]> {
  const part = row ? page.getByRole('row').filter({ hasText: row }) : page.locator('main')
  const names = await part
    .locator('[data-act]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-act') ?? ''))
  return [...new Set(names)].toSorted()
}

/** Collects the page's running reads, and its requests that the server refused. */
export function listen(page: Page) {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`)
  })
  return { asking: collectReads(page), refused }
}

/** Actions that the page offers although the role may not execute them. */
export async function closedActs(page: Page, role: OperatorRole): Promise<string[]> {
  const closed = (await actsOn(page)).filter((name) => !may(role, name as ActionName))
  return closed.map((name) => `${new URL(page.url()).pathname}: ${name}`)
}
