import { expect, test } from 'vitest'
import { codeOf } from '#tests/support/operator-desk.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { letFactorAge, openConsole } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]

test('finance makes a promo code: fields at fault, preview, a code of the app, done once', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  const person = await openConsole(page, 'en', 'finance')
  const code = `CONSOLE-${Date.now() % 1_000_000}`
  await page.goto('/console/actions/promos.create')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Fill this in.').first().waitFor()
  expect(await page.evaluate('document.activeElement.name')).toBe('code')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Percent (optional)').fill('ten')
  await page.getByLabel('Note').fill('a test')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('[name=percent][aria-invalid=true]').waitFor()
  await page.getByLabel('Percent (optional)').fill('10')
  await page.getByRole('button', { name: 'Preview' }).click()
  const effects = page.getByRole('region', { name: 'What this would do' })
  await effects.getByText('rolled back').waitFor()

  await letFactorAge(person.name)
  await effects.getByRole('button', { name: 'Make a promo code' }).click()
  const asked = page.getByRole('dialog', { name: 'Second factor' })
  await asked.getByLabel('Code').fill(codeOf(person.totpSecret))
  await asked.getByRole('button', { name: 'Go on' }).click()
  await page.getByText(`The code ${code} holds from now on.`).waitFor()

  await page.goto('/console/actions/promos.list')
  await page.getByText(code).waitFor()
})

test('limits: an owner prepares, another owner sees then and now side by side, and grants it', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'owner')
  await page.goto('/console/system/limits')
  await page.getByRole('button', { name: 'Change limits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change limits' })
  await dialog.getByLabel('Redeem codes in a day (optional)').fill('321')
  await dialog.getByLabel('Reason').fill('a test')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('A second operator decides this').waitFor()
  await dialog.getByRole('button', { name: 'Change limits' }).click()
  await dialog.getByText('Waits for another operator.').waitFor()
  const proposal = await dialog.getByRole('link', { name: 'Show the proposal' }).getAttribute('href')

  const other = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(other, 'en', 'owner')
  await other.goto(String(proposal))
  await other.getByRole('heading', { name: 'Then' }).waitFor()
  await other.getByRole('heading', { name: 'Now' }).waitFor()
  await other.getByRole('button', { name: 'Preview' }).first().click()
  await other.getByRole('button', { name: 'Grant a proposal' }).click()
  await other.getByText('Done.').waitFor()
  await other.goto('/console/system/limits')
  await other.getByText('321').waitFor()
})
