import { expect, inject, test } from 'vitest'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
const desktop = { language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] } as const

test('a time zone for months proposed by one owner and granted by another takes effect next month', async () => {
  const readZones = () => queryProduct(inject('e2e').dataDir, `select value from settings where key = 'monthZones'`, [])
  const before = (await readZones()).rows
  try {
    const page = await openPage(desktop)
    await openConsole(page, 'en', 'owner', '/console/money/months')
    await page.getByRole('button', { name: 'Set the time zone of the shop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('select[name=zone]').selectOption('Asia/Shanghai')
    await dialog.locator('[name=reason]').fill('Our accountant counts by it.')
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    await dialog.getByText('months would end by the clock of Asia/Shanghai instead of UTC').waitFor()
    await dialog.getByRole('button', { name: 'Set the time zone of the shop', exact: true }).click()
    await dialog.getByText('Waiting for another operator.').waitFor()
    const proposal = await dialog.getByRole('link', { name: 'Show the proposal' }).getAttribute('href')
    expect((await readZones()).rows).toEqual(before)

    const other = await openPage(desktop)
    await openConsole(other, 'en', 'owner', String(proposal))
    await other.getByRole('heading', { name: 'Now' }).waitFor()
    expect(await faultsOf(other)).toEqual([])
    await other.getByRole('button', { name: 'Preview' }).first().click()
    await other.getByRole('button', { name: 'Approve a proposal' }).click()
    await other.getByText('months end by the clock of Asia/Shanghai instead of UTC').waitFor()
    expect(JSON.stringify((await readZones()).rows)).toContain('Asia/Shanghai')
  } finally {
    // Removes the time zone setting, because other tests depend on when months end.
    await queryProduct(inject('e2e').dataDir, `delete from settings where key = 'monthZones'`, [])
  }
})
