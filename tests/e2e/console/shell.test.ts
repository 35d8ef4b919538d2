import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actions as enActions } from '#text/en/actions.ts'
import { consoleErrors } from '#shared/console.ts'
import type { Language } from '#shared/language.ts'
import { actions as zhActions } from '#text/zh-CN/actions.ts'
import { codeOf } from '#tests/support/operator-desk.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import {
  endSignInsDuring,
  enterConsole,
  hireOperator,
  letFactorAge,
  openConsole,
  shellTexts,
  signInAgain,
} from './console-steps.ts'
import { turn } from './turn-to.ts'

watchBrowser()
const actions = { en: enActions, 'zh-CN': zhActions }
/** Browsers log each rejected request. */
const refusals = [/status of 4[01][0-9]/]

onOneScreen(
  { language: 'zh-CN', width: 'desktop' },
  'an invited operator sets a password and second factor by the link, signs in again, and the link is used up',
  async ({ language }) => {
    const t = shellTexts[language]
    const page = await openPage({ language, width: 'desktop', expected: refusals })
    const invited = await hireOperator('viewer')
    await page.goto('/console/system/jobs')
    await page.getByRole('button', { name: t.door.go, exact: true }).click()
    await page.getByText(t.door.missing.name).waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('name')

    await page.goto(invited.link)
    await page.getByRole('heading', { name: t.invitation.title }).waitFor()
    await page.waitForURL((url) => url.hash === '')
    await page.getByRole('button', { name: t.invitation.go, exact: true }).click()
    await page.getByText(t.invitation.missing).first().waitFor()
    await page.getByRole('button', { name: t.invitation.leave, exact: true }).click()
    await page.getByRole('heading', { name: t.door.title }).waitFor()

    const person = await enterConsole(page, language, invited)
    await page.getByText(person.name, { exact: true }).waitFor()
    expect(await page.title()).toContain(t.title)
    await page.getByRole('button', { name: t.signOut }).click()
    await page.getByRole('heading', { name: t.door.title }).waitFor()

    await letFactorAge(person.name)
    await page.getByLabel(t.door.name, { exact: true }).fill(person.name)
    await page.getByLabel(t.door.secret, { exact: true }).fill('not the secret')
    await page.getByLabel(t.door.code, { exact: true }).fill(codeOf(person.totpSecret))
    await page.getByRole('button', { name: t.door.go, exact: true }).click()
    await page.getByRole('alert').waitFor()
    await signInAgain(page, language, person)
    await page.goto(invited.link)
    await page.getByText(consoleErrors.InvitationOver[language]).waitFor()
    await page.getByRole('button', { name: t.invitation.console, exact: true }).click()
    await page.getByRole('navigation', { name: t.rail }).waitFor()
  },
)

onOneScreen(
  { language: 'en', width: 'desktop' },
  'console pages, the command palette and the list of shortcut keys are reachable by keyboard alone',
  async ({ language }) => {
    const t = shellTexts[language]
    const page = await openPage({ language, width: 'desktop', expected: refusals })
    await openConsole(page, language, 'viewer')
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await page.getByRole('heading', { level: 1, name: t.places.system }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/system/)

    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: t.keyList.title })
    await keys.waitFor()
    await keys.getByLabel(t.keyList.single).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    expect(new URL(page.url()).pathname, 'keys without Ctrl are off').toMatch(/^\/console\/system/)

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: t.palette.label })
    await palette.waitFor()
    await page.keyboard.type(language === 'en' ? '审计日志' : 'Audit log')
    await palette.getByRole('option', { name: actions[language]['audit.list'].label }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: actions[language]['audit.list'].label }).waitFor()
  },
)

/** Expects one header row, and the bar at the bottom edge with the first pages, in a language. */
async function expectPhoneBars(page: Page, language: Language): Promise<void> {
  const t = shellTexts[language]
  const bar = page.getByRole('navigation', { name: t.rail })
  const labels = [t.places.today, t.places.queue, t.places.people, t.places.orders]
  for (const label of labels) await bar.getByRole('link', { name: label }).waitFor()
  expect(await bar.locator(':scope > *').count()).toBe(5)
  const header = await page.locator('header.top').boundingBox()
  expect(header!.height, 'one row').toBeLessThanOrEqual(60)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const box = await bar.boundingBox()
  expect(Math.round(box!.y + box!.height), 'the bar stays at the bottom edge').toBe(844)
}

test('a phone has one header row, a bottom bar whose last entry opens the other pages, settings and the account, and folded filters whose summary counts those in use', async () => {
  const page = await openPage({ language: 'en', width: 'phone', expected: refusals })
  const { name } = await openConsole(page, 'en', 'support')
  // Both languages have the same steps; the second switch leads back to the first.
  for (const [language, other] of [
    ['en', 'zh-CN'],
    ['zh-CN', 'en'],
  ] as const) {
    const t = shellTexts[language]
    await expectPhoneBars(page, language)
    const more = page.getByRole('navigation', { name: t.rail }).getByRole('button', { name: t.list.more })
    expect(await more.getAttribute('aria-current')).toBeNull()
    await more.click()
    const sheet = page.getByRole('dialog', { name: t.list.more })
    for (const place of ['money', 'affiliates', 'shop', 'texts', 'system'] as const)
      await sheet.getByRole('link', { name: t.places[place] }).waitFor()
    await sheet.getByRole('button', { name: t.savedViews.title }).click()
    await page.getByRole('dialog', { name: t.savedViews.title }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-haspopup')")).toBe('dialog')
    await more.press('Enter')
    await sheet.getByRole('link', { name: t.places.system }).click()
    await page.getByRole('heading', { level: 1, name: t.places.system }).waitFor()
    await sheet.waitFor({ state: 'detached' })
    expect(await more.getAttribute('aria-current')).toBe('true')

    await more.click()
    await sheet.getByRole('button', { name: t.otherLanguage }).click()
    const moved = page.getByRole('dialog', { name: shellTexts[other].list.more })
    await moved.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await moved.waitFor({ state: 'detached' })
    await turn(page, '/console/people#blocked=no')
    await page.getByRole('heading', { level: 1, name: shellTexts[other].places.people }).waitFor()
  }

  const t = shellTexts.en
  const summary = page.locator('summary', { hasText: 'Filters (1)' })
  await summary.waitFor()
  const blocked = page.getByRole('combobox', { name: /^Blocked/ })
  expect(await blocked.count()).toBe(0)
  await summary.click()
  await blocked.selectOption('')
  await page.locator('summary', { hasText: /^Filters$/ }).waitFor()

  await page.getByRole('navigation', { name: t.rail }).getByRole('button', { name: t.list.more }).click()
  await page.getByRole('dialog', { name: t.list.more }).getByRole('button', { name: t.otherLanguage }).click()
  const { signOut, door } = shellTexts['zh-CN']
  await page.getByRole('button', { name: signOut }).click()
  await page.getByRole('heading', { name: door.title }).waitFor()
})

test('a first page that loads late leaves the focus to somebody who has opened the phone menu meanwhile', async () => {
  const t = shellTexts.en
  const page = await openPage({ language: 'en', width: 'phone', expected: refusals })
  let load = () => {}
  const isDue = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\/today-[^/]+\.js$/, async (route) => {
    await isDue
    await route.continue()
  })
  await openConsole(page, 'en', 'support')
  const more = page.getByRole('navigation', { name: t.rail }).getByRole('button', { name: t.list.more })
  await more.focus()
  load()
  await page.getByRole('heading', { level: 1, name: t.places.today }).waitFor()
  expect(await page.evaluate("document.activeElement.getAttribute('aria-haspopup')")).toBe('dialog')
})

test('typed values stay when an operator session that ended is renewed in place, when the language is switched, and when the page is loaded again', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  const person = await openConsole(page, 'en', 'support', '/console/actions/people.block#user=100000001')
  await page.getByLabel('Reason').fill('stolen card')
  await endSignInsDuring(page, { action: 'people.block', by: person }, () =>
    page.getByRole('button', { name: 'Preview' }).click(),
  )
  await page.getByRole('heading', { name: 'Operator sign-in' }).waitFor()
  await signInAgain(page, 'en', person)
  await page.getByRole('heading', { level: 1, name: 'Block the account' }).waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('stolen card')
  expect(await page.getByLabel('User', { exact: true }).inputValue()).toBe('100000001')

  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('heading', { level: 1, name: zhActions['people.block'].label }).waitFor()
  expect(await page.getByRole('textbox').last().inputValue()).toBe('stolen card')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: zhActions['people.block'].label }).waitFor()
  expect(await page.getByRole('textbox').last().inputValue()).toBe('stolen card')
})

test("signing in as another operator in a second tab removes the first operator's input", async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  const first = await openConsole(page, 'en', 'support', '/console/actions/people.block#user=100000001')
  await page.getByLabel('Reason').fill('stolen card')
  await page.context().clearCookies({ name: '__Host-wop' })
  await page.context().clearCookies({ name: 'wop' })
  const other = await page.context().newPage()
  // Only the form tells other tabs that somebody has signed in.
  const second = await enterConsole(other, 'en', await hireOperator('support'))
  await page.getByText(second.name, { exact: true }).first().waitFor()
  expect(await page.getByText(first.name, { exact: true }).count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: 'Block the account' }).waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('stolen card')
})

test('an action that a role may not use is explained at its URL and absent from the palette and its page', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'viewer', '/console/actions/limits.change')
  await page.getByText('This needs the role Owner. Yours is Viewer.').waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.type('limits')
  await palette.getByRole('option', { name: 'Limits' }).waitFor()
  expect(await palette.getByRole('option', { name: 'Change limits' }).count()).toBe(0)
  await page.goto('/console/system/limits')
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
  expect(await page.getByRole('button', { name: 'Change limits' }).count()).toBe(0)
})
