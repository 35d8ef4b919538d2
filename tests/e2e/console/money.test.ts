import { buffer } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { shellTexts, openConsole } from './console-steps.ts'
import en from '#console/text/en/places/money.ts'
import zh from '#console/text/zh-CN/places/money.ts'
import { actions } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { operate } from '../invite-steps.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'

watchBrowser()
const texts = { en, 'zh-CN': zh }
const labels = { en: actions, 'zh-CN': actionsZh }

test('an export is written, downloaded as one file and expires after a day, and the ledger is verified', async () => {
  const t = shellTexts.en
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  const { name } = await openConsole(page, 'en', 'finance', '/console/money/exports')
  await page.getByRole('button', { name: en.start, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t.act.preview }).waitFor()
  await dialog.locator('[name=list]').first().selectOption('audit')
  await dialog.getByRole('button', { name: t.act.preview }).click()
  await dialog.getByRole('button', { name: actions['exports.start'].label, exact: true }).click()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: en.save, exact: true }) })
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: en.save, exact: true }).click()
  const written = (await buffer(await (await saved).createReadStream())).toString('utf8')
  expect(written).toMatch(/^\uFEFFat,operator,action,subject\r\n/)
  expect(written).toContain('exports.start')
  const rows = written.trimEnd().split('\r\n').length - 1
  await row.getByRole('cell', { name: rows.toLocaleString('en'), exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await queryProduct(
    inject('e2e').dataDir,
    'update exports e set expires_at = now() from operators o where o.id = e.operator_id and o.name = $1',
    [name],
  )
  await row.waitFor({ state: 'detached' })
  await page.goto('/console/money/ledger')
  await page.getByRole('button', { name: en.verify }).click()
  // Other tests change amounts in this database, so the page is compared with the command.
  const isRight = await operate('ledger', 'verify').then(
    () => true,
    () => false,
  )
  await page.getByText(isRight ? en.right : en.wrong).waitFor()
  expect(await page.getByRole('cell', { name: /[$¥][0-9]/ }).count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
})

onOneScreen(
  { language: 'en', width: 'desktop' },
  'differences with providers and balances on blockchains have their own pages',
  async ({ language, width }) => {
    const t = texts[language]
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'finance', '/console/money/reconciliation')
    for (const name of [t.runs, t.differences, t.decided])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: labels[language]['payments.reconcile'].label }).click()
    await page.getByRole('dialog').getByRole('button', { name: shellTexts[language].act.preview }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/console/money/crypto')
    for (const name of [t.pools, labels[language]['crypto.status'].label, labels[language]['crypto.sweep-list'].label])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: t.askNodes }).press('Enter')
    await page.waitForURL(/crypto.sweep-list/)
  },
)
