import { expect, test } from 'vitest'
import { openPage, watchBrowser } from '../open-page.ts'
import { faultsOf } from '../axe.ts'
import { buyPlan } from '../buy-plan.ts'
import { makeAccount, openAccount } from '../open-account.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]

test('a partial refund by finance takes back days, as the preview, the order and the receipt show', async () => {
  const buyer = await openPage({ language: 'en', width: 'desktop' })
  const { token } = await openAccount(buyer, 'en')
  const { number, orderId } = await buyPlan(token, 'plan-3', 'en')
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'finance', `/console/orders#order=${number}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=amount]').fill('1.00')
  await dialog.getByRole('radio', { name: 'Take back days:' }).check()
  await dialog.getByLabel('Number of days').fill('30')
  await dialog.locator('[name=reason]').fill('A month without service.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(/^30 days are taken back .* The membership then ends on /).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund an order: ¥1.00' }).click()
  await page.getByText('partly refunded', { exact: true }).first().waitFor()
  await buyer.goto(`/user/receipt/${orderId}`)
  await buyer.getByText('Time taken back').waitFor()
  await buyer.getByText('30 days', { exact: true }).waitFor()
})

test('support requests a refund on the order page, finance compares the change and grants it', async () => {
  const { token } = await makeAccount('en')
  const { number } = await buyPlan(token, 'plan-3', 'en')
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', '/console/orders')
  await page.getByRole('region', { name: 'Newest orders' }).getByText(number).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`/console/orders#order=${number}`)
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Request: Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=all]').check()
  await dialog.locator('[name=reason]').fill('Never connected.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('A second operator must approve this').waitFor()
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click()
  await dialog.getByText('Waiting for another operator.').waitFor()
  const proposal = await dialog.getByRole('link', { name: 'Show the proposal' }).getAttribute('href')

  const other = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(other, 'en', 'finance', '/console/orders')
  await other.getByRole('checkbox', { name: `Choose ${number}` }).check()
  await other.getByRole('button', { name: 'Refund together' }).click()
  const together = other.getByRole('dialog')
  await together.locator('[name=reason]').fill('An outage.')
  await together.getByRole('button', { name: 'Preview' }).click()
  await together.getByRole('link', { name: number }).first().waitFor()
  expect(await faultsOf(other)).toEqual([])
  await other.goto(String(proposal))
  await other.getByRole('heading', { name: 'When requested' }).waitFor()
  await other.getByRole('heading', { name: 'Now' }).waitFor()
  await other.getByRole('button', { name: 'Preview' }).first().click()
  await other.getByRole('button', { name: 'Approve a proposal' }).click()
  await other.getByText('Done.').waitFor()
  await other.goto(`/console/orders#order=${number}`)
  await other.getByText('refunded', { exact: true }).first().waitFor()
})
