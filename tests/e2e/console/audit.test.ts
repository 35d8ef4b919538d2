import { expect, test } from 'vitest'
import en from '#console/text/en/places/system.ts'
import { faultsOf } from '../axe.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()

test('the audit log is filtered by the URL and links to a single entry', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', 'viewer', '/console/system/audit')
  const table = page.getByRole('table', { name: 'Audit log' })
  await table.waitFor()
  await page.getByRole('combobox', { name: 'Action' }).selectOption('operators.invite')
  await page.waitForURL(/#action=operators.invite/)
  await table.getByRole('cell', { name: 'operators.invite' }).first().waitFor()
  expect(await table.getByRole('cell', { name: 'operators.sign-in' }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await table.getByRole('link', { name: en.show }).first().click()
  await page.waitForURL(/audit[.]show#id=/)
})
