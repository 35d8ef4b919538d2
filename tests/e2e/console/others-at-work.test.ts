import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { actions } from '#text/en/actions.ts'
import money from '#console/text/en/places/money.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const t = shellTexts.en
type Answer = { output: Record<string, Record<string, unknown>[]> }

/** Simulates a return to the window after the data became stale. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(6_000)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}
async function hold(page: Page, address: string): Promise<{ held: Promise<Route>; letGo: () => Promise<void> }> {
  let take = (_route: Route) => {}
  const held = new Promise<Route>((resolve) => (take = resolve))
  await page.route(address, (route) => take(route))
  return { held, letGo: () => page.unroute(address) }
}

test('a dialog stays with its row and keeps its form when the list changes', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/, /ERR_FAILED/] })
  await page.clock.install()
  await openConsole(page, 'en', 'finance')
  let isFirstGone = false
  let opened: unknown
  let readings = 0
  await page.route('**/actions/methods.list', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    opened ??= answer.output.methods?.[0]?.method
    if (isFirstGone) answer.output.methods = answer.output.methods!.slice(1)
    readings += 1
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/console/shop/methods')
  const rows = page.getByRole('row').filter({ has: page.locator('[data-act="methods.pause"]') })
  const names = await rows.getByRole('cell').first().textContent()
  await rows.first().getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: actions['methods.pause'].label })
  await dialog.locator('[name=reason]').fill('a test')
  isFirstGone = true
  const before = readings
  await comeBack(page)
  await expect.poll(() => readings).toBeGreaterThan(before)
  await expect.poll(() => rows.getByRole('cell').first().textContent()).not.toBe(names)
  const sent = page.waitForRequest('**/actions/methods.pause')
  await dialog.getByRole('button', { name: t.act.preview }).click()
  const asked = (await sent).postDataJSON() as { input: { method: string } }
  expect((await dialog.getByRole('heading').first().textContent()) ?? '').toContain(asked.input.method)
  expect(asked.input.method).toBe(opened)

  await dialog.getByRole('region', { name: t.act.would }).waitFor()
  const { held, letGo } = await hold(page, '**/actions/methods.pause')
  await dialog.getByRole('button', { name: actions['methods.pause'].label, exact: true }).click()
  const act = await held
  expect(await dialog.locator('[name=reason]').isDisabled()).toBe(true)
  await act.abort()
  await letGo()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.locator('[name=reason]').inputValue()).toBe('a test')
  expect(await dialog.locator('[name=reason]').isDisabled()).toBe(false)
})

test('a ledger verdict is hidden while it is recomputed; a failed sign-out is reported, a successful one ends all tabs', async () => {
  const page = await openPage({
    language: 'en',
    width: 'desktop',
    expected: [/status of 40[0-9]/, /ERR_FAILED/, /Failed to load/],
  })
  await openConsole(page, 'en', 'viewer')
  await page.route('**/actions/ledger.verify', (route) =>
    route.fulfill({
      json: {
        input: {},
        output: { balances: [], problems: [] },
        seen: null,
        takesTwo: null,
        proposal: null,
        steps: [],
      },
    }),
  )
  await page.goto('/console/money/ledger')
  await page.getByRole('button', { name: money.verify }).click()
  const right = page.getByText(money.right)
  await right.waitFor()
  await page.unroute('**/actions/ledger.verify')
  const { held, letGo } = await hold(page, '**/actions/ledger.verify')
  await page.getByRole('button', { name: money.verify }).click()
  const proof = await held
  await right.waitFor({ state: 'detached' })
  await proof.abort()
  await page.getByRole('alert').waitFor()
  expect(await right.count()).toBe(0)
  await letGo()

  const other = await page.context().newPage()
  await other.goto('/console/system/jobs')
  await other.getByRole('navigation', { name: t.rail }).waitFor()
  await page.route('**/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: t.signOut }).click()
  await page.getByRole('dialog', { name: t.signOut }).getByText(t.stillIn).waitFor()
  await page.keyboard.press('Escape')
  await page.unroute('**/sign-out')
  await page.getByRole('button', { name: t.signOut }).click()
  for (const tab of [page, other]) await tab.getByRole('heading', { name: t.door.title }).waitFor()
})
