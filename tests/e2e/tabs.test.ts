import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { letTokenAge } from './let-time-pass.ts'
import { openAccount, openProfile } from './open-account.ts'
import { countLoads, openPage, watchBrowser } from './open-page.ts'
import { chooseAlipay, decideAtCashier, reachCashier, register, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const { account } = texts.en
const desktop = { language: 'en', width: 'desktop' } as const
/** Simulates the browser restoring a page from its back/forward cache. */
const bringBack = (page: Page) =>
  page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
const leave = (page: Page) => page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`)

test('another tab hides the account after a log-out, and then shows only the next user', async () => {
  const page = await openPage({ ...desktop, expected: [/status of 401/] })
  const first = await register(page, 'en')
  const other = await page.context().newPage()
  await other.goto('/user/profile')
  await other.getByText(first.accountName).first().waitFor()
  const pricing = await page.context().newPage()
  await pricing.goto('/pricing')
  await pricing.locator('[data-island=checkout][data-live]').waitFor()
  const anew = pricing.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: account.logOut }).click()
  await other.waitForURL('**/login')
  await anew
  expect(await other.getByText(first.accountName).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('person'))).toBeNull()

  const second = await register(page, 'en')
  await other.goto('/user/profile')
  await other.getByText(second.accountName).first().waitFor()
  expect(await other.getByText(first.accountName).count()).toBe(0)
})

test('a list of orders in another tab follows a payment', async () => {
  const screen = { language: 'zh-CN', width: 'desktop' } as const
  const page = await openPage(screen)
  await openAccount(page, 'zh-CN')
  await page.goto('/pricing')
  await chooseAlipay(page, 'zh-CN')
  const cashier = await reachCashier(page, screen)
  const other = await page.context().newPage()
  await other.goto('/user/orders')
  const { statuses } = texts['zh-CN'].account.orders
  await other.getByText(statuses.awaiting_payment).waitFor()
  await decideAtCashier(cashier, 'zh-CN', 'pay')
  await page.getByRole('dialog').getByRole('heading', { name: texts['zh-CN'].checkout.order.success.title }).waitFor()
  await other.bringToFront()
  await other.getByText(statuses.paid, { exact: true }).waitFor()
  expect(await other.getByText(statuses.awaiting_payment).count()).toBe(0)
})

test('a tab reloads when another user signs in without a log-out, but not when a token is rotated', async () => {
  const page = await openPage(desktop)
  const first = await register(page, 'en')
  const [token, person] = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('person')])
  const beside = await openPage(desktop)
  const second = await register(beside, 'en')
  const [otherToken, otherPerson] = await beside.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('person'),
  ])
  const tab = await page.context().newPage()
  await tab.goto('/user/profile')
  await tab.getByText(first.accountName).first().waitFor()
  const loads = await countLoads(tab)
  await page.evaluate((kept) => localStorage.setItem('token', kept ?? ''), otherToken)
  await page.evaluate((kept) => localStorage.setItem('token', kept ?? ''), token)
  expect(person).not.toBe(otherPerson)
  expect(loads()).toBe(0)
  await page.evaluate(
    ([mark, who]) => {
      localStorage.setItem('token', mark ?? '')
      localStorage.setItem('person', who ?? '')
    },
    [otherToken, otherPerson],
  )
  await tab.getByText(second.accountName).first().waitFor()
  expect(await tab.getByText(first.accountName).count()).toBe(0)
})

test('a page restored from the browser cache hides an account that logged out meanwhile', async () => {
  const page = await openPage(desktop)
  const person = await register(page, 'en')
  await page.getByText(person.accountName).first().waitFor()
  await leave(page)
  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('person')
  })
  await bringBack(page)
  await page.waitForURL('**/login')
  await sendAuthForm(page, 'en', 'login', person)
  await page.waitForURL('**/user/profile')
})

test('the account area keeps typed input when the language is switched', async () => {
  const page = await openPage(desktop)
  await openAccount(page, 'en')
  await page.goto('/user/delete-account')
  const field = page.getByRole('main').locator('input').first()
  await field.fill('long-way-round')
  const loads = await countLoads(page)
  await page.locator('a[data-language]').first().click()
  await page.locator('html[lang=zh-CN]').waitFor()
  await page.getByRole('heading', { name: texts['zh-CN'].account.deleteAccount }).first().waitFor()
  expect(await field.inputValue()).toBe('long-way-round')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: texts['zh-CN'].account.sections.device, exact: true })
    .click()
  await page.getByRole('heading', { name: texts['zh-CN'].account.sections.device, level: 1 }).waitFor()
  expect(loads()).toBe(0)
})

test('a token older than an hour is replaced by the next response, and the session continues with the new one', async () => {
  const page = await openPage(desktop)
  const { accountName } = await openProfile(page, 'en')
  const token = () => page.evaluate<string>(`localStorage.getItem('token')`)
  await page.getByText(account.membership.none).first().waitFor()
  const first = await token()
  await page.reload()
  await page.getByText(account.membership.none).first().waitFor()
  expect(await token()).toBe(first)
  await letTokenAge(61, accountName)
  await page.reload()
  await expect.poll(token).not.toBe(first)
  const second = await token()
  expect(second).toMatch(/^wf_/)
  await page.goto('/user/device')
  await page.getByRole('heading', { name: account.sections.device }).first().waitFor()
  expect(await token()).toBe(second)
})
