import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { mayAct, operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import actions from '#console/text/en/actions.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'
import { consolePages } from './console-pages.ts'

watchBrowser()

const may = (role: OperatorRole, name: ActionName): boolean => {
  const action: OperatorAction = operatorActions[name]
  return mayAct(role, action) && !action.onlyByCommand
}
/** Labels of acts that this role may not do, unless another act that it may do is called the same. */
function forbidden(role: OperatorRole): ReadonlySet<string> {
  const acts = actionNames.filter((name) => operatorActions[name].kind === 'act')
  const open = new Set(acts.filter((name) => may(role, name)).map((name) => actions[name].label))
  return new Set(acts.map((name) => actions[name].label).filter((label) => !open.has(label)))
}

/** As a link within the console does; a part that the role has not leads to its neighbour. */
async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  const current = page.locator(`a[aria-current=page][href="${address}"]`)
  await expect.poll(async () => new URL(page.url()).pathname !== address || (await current.count()) > 0).toBe(true)
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** What each page offers, and what it asked for that the server does not give this role. */
async function walk(page: Page): Promise<{ readonly offered: readonly string[]; readonly refused: readonly string[] }> {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`)
  })
  const offered: string[] = []
  for (const address of consolePages) {
    await turnTo(page, address)
    for (const label of await page.locator('main').getByRole('button').allInnerTexts())
      offered.push(`${address}: ${label.trim()}`)
  }
  return { offered, refused }
}

test.each(operatorRoles)('%s is shown in each place what they may do, and no page asks for more', async (role) => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', role)
  const { offered, refused } = await walk(page)
  expect(refused).toEqual([])
  const closed = forbidden(role)
  expect(offered.filter((each) => closed.has(each.slice(each.indexOf(': ') + 2)))).toEqual([])
  await page.goto('/console/actions')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const listed = await page
    .locator('.action-rows a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))
  expect(listed.toSorted()).toEqual(actionNames.filter((name) => may(role, name)).toSorted())
})
