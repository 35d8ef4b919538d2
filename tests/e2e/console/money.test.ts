import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { shellTexts, openConsole } from './console-steps.ts'
import en from '#console/text/en/places/money.ts'
import actions from '#console/text/en/actions.ts'
import { faultsOf } from '../axe.ts'
import { operate } from '../invite-steps.ts'
import { openPage, watchBrowser } from '../open-page.ts'

watchBrowser()

test('an export is started, written and saved as one file, and the ledger is proved', async () => {
  const t = shellTexts.en
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', 'finance')
  await page.goto('/console/money/exports')
  await page.getByRole('button', { name: en.start, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t.act.preview }).waitFor()
  await dialog.locator('[name=list]').first().selectOption('audit')
  await dialog.getByRole('button', { name: t.act.preview }).click()
  await dialog.getByRole('button', { name: actions['exports.start'].label, exact: true }).click()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: en.save, exact: true }).first().click()
  const written = (await buffer(await (await saved).createReadStream())).toString('utf8')
  expect(written).toMatch(/^\uFEFFat,operator,action,subject\r\n/)
  expect(written).toContain('exports.start')
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/console/money/ledger')
  await page.getByRole('button', { name: en.verify }).click()
  // Other journeys move amounts by hand in this database: the page says what the command says.
  const isRight = await operate('ledger', 'verify').then(
    () => true,
    () => false,
  )
  await page.getByText(isRight ? en.right : en.wrong).waitFor()
  expect(await page.getByRole('cell', { name: /[$¥][0-9]/ }).count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
})
