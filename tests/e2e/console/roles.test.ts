import { isDeepStrictEqual } from 'node:util'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { requestedActionOf } from '#shared/contract/operator/asking.ts'
import { operatorLimitTable } from '#shared/operator-limits.ts'
import { operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { actions } from '#text/zh-CN/actions.ts'
import acting from '#console/text/en/acting.ts'
import words from '#console/text/zh-CN/places/system.ts'
import { openConsole, shellTexts } from './console-steps.ts'
import { actsOn, closedActs, listen, may, settle, turn, turnTo } from './turn-to.ts'
import { consolePages } from './console-pages.ts'
import { layOut, type Laden } from './laden-pages.ts'

watchBrowser()

let laidOut: Awaited<ReturnType<typeof layOut>> | undefined
beforeAll(async () => {
  laidOut = await layOut()
})
afterAll(() => laidOut?.clear())

const hasOwnWay = (role: OperatorRole, name: ActionName): boolean => {
  const asked = requestedActionOf(name)
  return asked !== undefined && may(role, asked)
}
/** Actions of a page offered to a role, without proposals for actions that it may execute itself. */
const offeredTo = (role: OperatorRole, { acts, only }: Laden): readonly ActionName[] =>
  acts
    .filter((name) => may(role, name) && (only === undefined || may(role, only)))
    .filter((name) => !hasOwnWay(role, name))
    .toSorted()

async function expectActs(page: Page, role: OperatorRole, asking: ReadonlySet<Request>, laden: Laden): Promise<void> {
  const { address, read, row } = laden
  const acts = offeredTo(role, laden)
  if (row) {
    await turnTo(page, 'en', address, asking)
    await page.getByRole('row').filter({ hasText: row }).waitFor()
  } else if (isDeepStrictEqual(await actsOn(page), acts)) {
    // The page before offers the same, so only the answer to its read shows that this page has come.
    const answer = page.waitForResponse((response) => response.url().endsWith(`/actions/${read}`))
    await Promise.all([answer, turn(page, address)])
  } else await turn(page, address)
  const offered = { message: address }
  await expect.poll(() => actsOn(page, row), offered).toEqual(acts)
  await settle(page, asking)
  expect(await actsOn(page, row), address).toEqual(acts)
}

/** Pages that some roles may not open, with the role that they need. */
const closedPages: Partial<Record<OperatorRole, Readonly<Record<string, OperatorRole>>>> = {
  viewer: {
    '/console/queue/messages': 'support',
    '/console/shop/benefits': 'support',
    '/console/system/recovery': 'owner',
  },
  support: { '/console/money/exports': 'finance' },
}

async function expectClosed(page: Page, address: string, [role, needed]: [OperatorRole, OperatorRole]): Promise<void> {
  const { roles } = shellTexts.en
  await page.getByText(acting.roleNeeded(roles[needed], roles[role])).waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
  expect(await page.locator(`nav a[href="${address}"]`).count(), address).toBe(0)
}

test.each(operatorRoles)(
  'the role %s is offered exactly its permitted actions on every console page, reads which role a closed page needs, and no request is refused',
  async (role) => {
    const needs = new Map(Object.entries(closedPages[role] ?? {}))
    const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
    const { asking, refused } = listen(page)
    // The first closed page is opened by its URL, the others by a step inside the console.
    const [[first, needed] = []] = needs
    await openConsole(page, 'en', role, first)
    if (first && needed) await expectClosed(page, first, [role, needed])
    const closed: string[] = []
    // `accessibility.test.ts` turns to every page as owner.
    for (const address of role === 'owner' ? [] : consolePages) {
      await turnTo(page, 'en', address, asking)
      closed.push(...(await closedActs(page, role)))
      const need = needs.get(address)
      if (need) await expectClosed(page, address, [role, need])
      needs.delete(address)
    }
    expect(closed).toEqual([])
    expect([...needs.keys()], 'closed pages that were not opened').toEqual([])
    for (const each of laidOut?.pages ?? []) if (may(role, each.read)) await expectActs(page, role, asking, each)
    expect(refused).toEqual([])
    await turn(page, '/console/actions')
    await page.locator('main ul a[href^="/console/actions/"]').first().waitFor()
    const listed = await page
      .locator('main ul a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))
    expect(listed.toSorted()).toEqual(actionNames.filter((name) => may(role, name)).toSorted())
  },
)

onOneScreen(
  { language: 'zh-CN', width: 'desktop' },
  'the role table can be searched: matching groups open with a count, and the rest stays findable in the browser',
  async ({ language }) => {
    const page = await openPage({ language, width: 'desktop', expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'viewer', '/console/system/operators')
    const matrix = page.getByRole('region', { name: words.matrix })
    const gifts = matrix.locator('tr').filter({ hasText: 'people.give-time' }).locator('td')
    const days = ['giftDaysSupport', 'giftDaysFinance', 'giftDaysOwner'] as const
    const given = days.map((name) => words.upTo(operatorLimitTable[name].default))
    await expect.poll(async () => (await gifts.allTextContents()).slice(-3)).toEqual(given)
    const box = matrix.getByRole('searchbox')
    await box.focus()
    const group = (place: 'orders' | 'texts') =>
      matrix
        .locator('details')
        .filter({ has: page.locator('summary', { hasText: shellTexts[language].places[place] }) })
    const refund = matrix.getByText('orders.refund', { exact: true })
    await refund.waitFor({ state: 'attached' })
    expect(await refund.isVisible()).toBe(false)
    await page.keyboard.type(`orders.refund ${actions['orders.refund'].label}`)
    await refund.waitFor({ state: 'visible' })
    const all = actionNames.filter((name) => operatorActions[name].kind === 'act')
    expect(await matrix.getByRole('status').innerText()).toBe(words.matching(1, all.length))
    expect(await group('orders').first().getAttribute('open')).not.toBeNull()
    expect(await group('texts').first().getAttribute('open')).toBeNull()
    // Filtered-out entries stay in the page, so the browser's own search finds and opens them.
    await group('texts').first().locator('summary').first().press('Enter')
    await matrix.getByText('content.withdraw', { exact: true }).waitFor({ state: 'visible' })
    const others = group('orders').first().locator('details')
    await others.locator('summary').press('Enter')
    await others.getByText('groups.expire', { exact: true }).waitFor({ state: 'visible' })
    // Collects the text of every element without children: one search for each name takes longer than the whole journey.
    const shown = await matrix
      .locator(':scope :not(:has(*))')
      .evaluateAll((elements) => elements.map((element) => element.textContent?.trim()))
    for (const name of all) expect(shown.filter((text) => text === name).length, name).toBe(1)
  },
)
