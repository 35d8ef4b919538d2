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
import { actsOn, closedActs, listen, may, settle, turnTo } from './turn-to.ts'
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
  const { address, row } = laden
  const acts = offeredTo(role, laden)
  await page.goto(address)
  const offered = { message: address }
  await expect.poll(() => actsOn(page, row), offered).toEqual(acts)
  await settle(page, asking)
  expect(await actsOn(page, row), address).toEqual(acts)
}

test.each(operatorRoles)(
  'the role %s is offered exactly its permitted actions on every console page, and no request is refused',
  async (role) => {
    const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
    await openConsole(page, 'en', role)
    const { asking, refused } = listen(page)
    const closed: string[] = []
    // `accessibility.test.ts` turns to every page as owner.
    for (const address of role === 'owner' ? [] : consolePages) {
      await turnTo(page, 'en', address, asking)
      closed.push(...(await closedActs(page, role)))
    }
    expect(closed).toEqual([])
    for (const each of laidOut?.pages ?? []) if (may(role, each.read)) await expectActs(page, role, asking, each)
    expect(refused).toEqual([])
    await page.goto('/console/actions')
    await page.getByRole('heading', { level: 1 }).waitFor()
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
    await openConsole(page, language, 'viewer')
    await page.goto('/console/system/operators')
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
    for (const name of all) expect(await matrix.getByText(name, { exact: true }).count(), name).toBe(1)
  },
)

test.each([
  {
    role: 'viewer',
    closed: {
      '/console/queue/messages': 'support',
      '/console/shop/benefits': 'support',
      '/console/system/recovery': 'owner',
    },
  },
  { role: 'support', closed: { '/console/money/exports': 'finance' } },
] as const)('a $role who opens a closed page reads which role may open it', async ({ role, closed }) => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', role)
  const { roles } = shellTexts.en
  for (const [address, needed] of Object.entries(closed)) {
    await page.goto(address)
    await page.getByText(acting.roleNeeded(roles[needed], roles[role])).waitFor()
    expect(new URL(page.url()).pathname).toBe(address)
    expect(await page.locator(`nav a[href="${address}"]`).count(), address).toBe(0)
  }
})
