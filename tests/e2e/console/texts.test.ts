import type { Page, Route } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import en from '#console/text/en/places/texts.ts'
import zh from '#console/text/zh-CN/places/texts.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { endSignInsDuring, openConsole, shellTexts, signInAgain } from './console-steps.ts'
import { turn } from './turn-to.ts'
import { sentence } from '#text/sentence.ts'
import { say } from '#text/say.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const texts = { en, 'zh-CN': zh }
const actions = { en: actionsEn, 'zh-CN': actionsZh }
const slugOf = (what: string) => `${what}-${process.pid}-${Date.now() % 1_000_000}`
const saved = (page: Page, t: typeof en) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(t.editor.saved(String.raw`[\d:]+`)) })
    .waitFor()
const frameOf = (page: Page) => page.frameLocator('iframe:not(.coming)')

const draftOf = (slug: string) => `/console/texts/announcement/${slug}`

/** Fills the editor of a new announcement. */
async function write(page: Page): Promise<void> {
  await page.locator('#titleEn').fill('A new road')
  await page.locator('#titleZh').fill('一条新路')
  await page.locator('#markdownEn').fill('It is open for {{refundDays}} days.')
  await page.locator('#markdownZh').fill('开放 {{refundDays}} 天。')
  await page.locator('#date').fill('2026-11-20')
}

onOneScreen(
  { language: 'en', width: 'desktop' },
  'support writes a text in both languages, previews the page and publishes both, but cannot publish a legal text',
  async ({ language, width }) => {
    const [t, shell, words] = [texts[language], shellTexts[language], actions[language]]
    const slug = slugOf('road')
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'support', '/console/texts')
    await page.getByLabel(t.list.name).fill(slug)
    await page.getByRole('button', { name: t.list.begin }).click()
    await page.waitForURL(`**${draftOf(slug)}`)
    await write(page)
    await saved(page, t)
    const shown = {
      en: ['English', 'A new road', 'It is open for 7 days.'],
      'zh-CN': ['中文', '一条新路', '开放 7 天。'],
    } as const
    const choice = page.getByRole('group', { name: t.editor.language })
    const [own, other] = language === 'en' ? [shown.en, shown['zh-CN']] : [shown['zh-CN'], shown.en]
    for (const [name, heading, line] of [own, other]) {
      if (name === other[0]) await choice.getByRole('button', { name }).click()
      await frameOf(page).getByRole('heading', { name: heading }).waitFor()
      await frameOf(page).getByText(line).waitFor()
    }

    await page.locator('#markdownZh').fill('开放 {{weeks}} 周。')
    await page
      .getByText(say(language, sentence('finding.unknown-placeholder', { names: 'weeks' })))
      .first()
      .waitFor()
    await page.getByText(t.editor.waits).waitFor()
    await page.locator('#markdownZh').fill('开放 {{refundDays}} 天，欢迎。')
    await page.getByText(t.editor.fine).waitFor()

    await page.getByRole('button', { name: shell.act.preview }).click()
    const effects = page.getByRole('region', { name: shell.act.would })
    await effects.getByText('开放 {{refundDays}} 天，欢迎。').waitFor()
    await effects.getByRole('button', { name: words['content.publish-text'].label, exact: true }).click()
    await page.getByText(t.editor.public(1)).waitFor()
    for (const [address, said] of [
      [`/en/announcements/${slug}`, 'It is open for 7 days.'],
      [`/zh-CN/announcements/${slug}`, '开放 7 天，欢迎。'],
    ] as const)
      await expect.poll(async () => (await page.request.get(address)).text()).toContain(said)

    await turn(page, '/console/texts/clause/refund-policy')
    await page.getByText(t.editor.ownerOnly).waitFor()
  },
)

test("Ctrl+B and Ctrl+S work in a text, two braces offer the product's numbers by keyboard, and each step can be undone", async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', draftOf(slugOf('keys')))
  const body = page.locator('#markdownEn')
  await body.focus()
  await page.keyboard.type('plain')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  expect(await body.inputValue()).toBe('**plain**')
  await page.keyboard.press('Control+z')
  expect(await body.inputValue()).toBe('plain')
  await page.keyboard.press('Control+s')
  await saved(page, en)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Within {{REFUND')
  const options = page.getByRole('listbox', { name: en.editor.insert }).getByRole('option')
  await options.filter({ hasText: '{{refundDays}} 7' }).waitFor()
  expect(await body.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'))
  await page.keyboard.press('Enter')
  await options.first().waitFor({ state: 'detached' })
  await page.keyboard.type(' days.')
  expect(await body.inputValue()).toBe('Within {{refundDays}} days.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('{{')
  await options.nth(3).waitFor()
  const second = (await options.nth(1).innerText()).split(' ')[0]
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await body.inputValue()).toBe(`Within {{refundDays}} days.\n${second}`)
  await page.keyboard.press('Control+z')
  expect(await body.inputValue()).toBe('Within {{refundDays}} days.\n{{')
  // After undo the restored text is selected. Once the suggestions are closed, keys edit the text again.
  await page.keyboard.press('ArrowRight')
  await options.first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  expect(await body.inputValue()).toBe('Within {{refundDays}} days.\n{{\n')
})

test('two operators editing one draft lose nothing: differences are merged, conflicts are asked about', async () => {
  const slug = slugOf('both')
  const one = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(one, 'en', 'support', draftOf(slug))
  await write(one)
  await saved(one, en)
  const other = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(other, 'en', 'support', draftOf(slug))
  await other.locator('#summaryEn').waitFor()

  await one.locator('#titleEn').fill('Of the first')
  await one.locator('#summaryZh').fill('第一位写的')
  await expect.poll(() => one.evaluate('Object.keys(localStorage).some((key) => key.startsWith("draft "))')).toBe(false)
  await other.locator('#summaryEn').fill('Of the second')
  await other.getByText(/is editing this draft too/).waitFor()
  expect(await other.locator('#titleEn').inputValue()).toBe('Of the first')
  expect(await other.locator('#summaryEn').inputValue()).toBe('Of the second')
  await expect
    .poll(() => other.evaluate('Object.keys(localStorage).some((key) => key.startsWith("draft "))'))
    .toBe(false)

  await one.locator('#summaryEn').fill('Mine')
  const clash = one.getByRole('alert').filter({ hasText: 'Nothing was overwritten' })
  await clash.getByText('Of the second').waitFor()
  expect(await one.locator('#summaryEn').inputValue()).toBe('Mine')
  await clash.getByRole('button', { name: en.editor.theirs }).click()
  expect(await one.locator('#summaryEn').inputValue()).toBe('Of the second')
  await saved(one, en)
})

test('text typed while offline or after the session ended is saved once it can be', async () => {
  const page = await openPage({
    language: 'en',
    width: 'desktop',
    expected: [...refusals, /ERR_INTERNET_DISCONNECTED/],
  })
  const person = await openConsole(page, 'en', 'support', draftOf(slugOf('away')))
  await write(page)
  await saved(page, en)
  await page.context().setOffline(true)
  await page.locator('#titleEn').fill('Typed in a tunnel')
  await page.getByText(en.editor.away).waitFor()
  await page.context().setOffline(false)
  await saved(page, en)

  await endSignInsDuring(page, { action: 'content.save-draft', by: person }, () =>
    page.locator('#titleEn').fill('Typed before the end'),
  )
  await page.getByLabel(shellTexts.en.door.name, { exact: true }).waitFor()
  await signInAgain(page, 'en', person)
  await page.locator('#titleEn').waitFor()
  expect(await page.locator('#titleEn').inputValue()).toBe('Typed before the end')
  await saved(page, en)
  await page.reload()
  await page.locator('#titleEn').waitFor()
  expect(await page.locator('#titleEn').inputValue()).toBe('Typed before the end')
})

test('the preview beside the editor runs no script from the text and requires a login', async () => {
  const slug = slugOf('hostile')
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', draftOf(slug))
  await write(page)
  await page.locator('#titleEn').fill('<img src=x onerror=alert(1)><script>alert(2)</script>')
  await page
    .locator('#markdownEn')
    .fill('<script>alert(3)</script>\n\n[x](javascript:alert`4`) ![y](https://a.example/p.png)')
  await saved(page, en)
  const address = `/console/preview/en/announcement/${slug}`
  await frameOf(page).getByText('alert(3)').waitFor()
  const answer = await page.request.get(address)
  const html = await answer.text()
  expect(html).not.toMatch(/<script|<img|<iframe|javascript:alert`4`"/i)
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(policy).toContain('sandbox allow-same-origin')
  expect(policy).toContain("frame-ancestors 'self'")
  await page.locator('#summaryEn').fill('turned \u202Eround')
  await page.locator('#summaryZh').fill('有\0空字符')
  await page
    .getByText(say('en', sentence('finding.unseen', { names: 'U+202E' })))
    .first()
    .waitFor()
  expect(await page.locator('#summaryZh').inputValue()).toBe('有空字符')
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await expect.poll(() => frameOf(page).locator('html').getAttribute('data-theme')).toBe(colorScheme)
  }
  expect((await fetch(inject('e2e').origin + address)).status).toBe(401)
  expect((await page.request.get('/console/preview/en/announcement/..%2f..%2fuser')).status()).toBe(404)
})

const chosenIn = (page: Page): Promise<unknown> =>
  page.evaluate(
    `(({ id, value, selectionStart, selectionEnd }) => [id, value.slice(selectionStart, selectionEnd)])(document.activeElement)`,
  )
async function publish(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: shellTexts.en.act.preview }).click()
  const effects = page.getByRole('region', { name: shellTexts.en.act.would })
  await effects.getByRole('button', { name: actionsEn['content.publish-text'].label, exact: true }).click()
  await page.getByText(en.editor.public(version)).waitFor()
}

test('a paragraph changed in one language only is reported, Alt+Down jumps to its twin, and versions list their changes; input typed while a published text is read again is kept, and a discarded draft is dropped', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', draftOf(slugOf('apart')))
  await write(page)
  const body = page.locator('#markdownEn')
  await body.fill('One.\n\nTwo.\n\nThree.')
  await page.locator('#markdownZh').fill('一。\n\n二。\n\n三。')
  await saved(page, en)
  for (const name of Object.keys(en.editor.checks) as (keyof typeof en.editor.checks)[])
    await page.getByRole('list', { name: en.editor.checked }).getByText(en.editor.checks[name](0)).waitFor()

  // After publishing, all lists are fetched again; this test delays one of the responses.
  let answer = () => {}
  const typed = new Promise<void>((resolve) => (answer = resolve))
  const hold = async (route: Route): Promise<void> => {
    await typed
    await route.continue()
  }
  await page.route('**/actions/content.versions', hold)
  await publish(page, 1)
  const reported = (part: string) =>
    page
      .getByText(say('en', sentence('finding.one-language-parts', { names: part })))
      .first()
      .waitFor()
  await body.fill('One.\n\nTwo.\n\nThree, and then some.')
  answer()
  await reported('¶ 3')
  await saved(page, en)
  expect(await body.inputValue()).toBe('One.\n\nTwo.\n\nThree, and then some.')
  expect(await page.evaluate('document.activeElement.id')).toBe('markdownEn')

  await page.locator('#markdownZh').fill('一，改。\n\n二。\n\n三。')
  for (const changed of ['¶ 3', '¶ 1']) await reported(changed)
  expect(await page.getByText(en.editor.checks.stale(), { exact: true }).count()).toBe(0)
  await page.locator('#titleEn').focus()
  await page.keyboard.press('Alt+ArrowDown')
  expect(await chosenIn(page)).toEqual(['markdownEn', 'One.'])
  await page.keyboard.press('Alt+ArrowDown')
  expect(await chosenIn(page)).toEqual(['markdownZh', '三。'])
  await page.keyboard.type('三，还有一些。')
  await page.getByText(en.editor.faultCount(1)).waitFor()
  await page.getByRole('button', { name: en.editor.stillRight }).first().click()
  await page.getByText(en.editor.checks.stale()).waitFor()
  await page.getByText(en.editor.fine).waitFor()
  await publish(page, 2)
  const row = page.getByRole('row').filter({ hasText: 'en' }).filter({ hasText: '¶ 3: , and then some' })
  await row.waitFor()

  await body.fill('One alone.')
  await saved(page, en)
  await page.getByRole('button', { name: actionsEn['content.discard-draft'].label, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: shellTexts.en.act.preview }).click()
  const effects = dialog.getByRole('region', { name: shellTexts.en.act.would })
  await effects.getByRole('button', { name: actionsEn['content.discard-draft'].label, exact: true }).click()
  await expect.poll(() => body.inputValue()).toBe('One.\n\nTwo.\n\nThree, and then some.')
  await page.getByText(en.editor.notBegun).first().waitFor()
})

test('a viewer cannot edit texts', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'viewer', '/console/texts/clause/refund-policy')
  await page.getByText(en.editor.onlyRead).waitFor()
  expect(await page.locator('#markdownEn').getAttribute('readonly')).not.toBeNull()
})
