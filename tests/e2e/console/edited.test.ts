import { expect, test } from 'vitest'
import { actions } from '#text/en/actions.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { operateAs } from '../invite-steps.ts'
import { markOfLetters } from '../steps.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const t = shellTexts.en.act

test('two operators edit one segment: other changes are merged, and a conflict in one field is asked about', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', 'support')
  const segment = `edited ${markOfLetters()}`
  const others = (...conditions: string[]) => operateAs('second', 'segments', 'save', '--name', segment, ...conditions)
  await others('--paid', 'yes')

  await page.goto('/console/actions/segments.save')
  await page.locator('[name=name]').fill(segment)
  await page.getByText(t.filled).waitFor()
  expect(await page.locator('[name=paid]').inputValue()).toBe('yes')
  await page.locator('[name=seenWithin]').fill('30')
  await others('--paid', 'no')

  const preview = page.getByRole('button', { name: t.preview, exact: true })
  await preview.click()
  const note = page.getByRole('alert')
  await note.getByText(t.edited).waitFor()
  await note.getByText(t.meanwhile('second', actions['segments.save'].label)).waitFor()
  await note.getByText(t.editedFields(['Paid'])).waitFor()
  expect(await page.locator('[name=paid]').inputValue()).toBe('no')
  expect(await page.locator('[name=seenWithin]').inputValue()).toBe('30')

  await page.reload()
  expect(await page.locator('[name=seenWithin]').inputValue()).toBe('30')
  await page.locator('[name=paid]').selectOption('yes')
  await others('--spoken-in', 'en')
  await preview.click()
  await note.getByText(t.decide).waitFor()
  await note.getByRole('button', { name: t.takeTheirs }).click()
  await note.getByText(t.decide).waitFor({ state: 'detached' })
  expect(await page.locator('[name=paid]').inputValue()).toBe('')
  expect(await page.locator('[name=spokenIn]').inputValue()).toBe('en')
  await preview.click()
  await page
    .getByRole('region', { name: t.would })
    .getByRole('button', { name: actions['segments.save'].label })
    .click()
  await page.getByText(`Saved ${segment}.`).waitFor()
})
