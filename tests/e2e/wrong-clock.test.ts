import { expect, test } from 'vitest'
import { openAccount } from './open-account.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { chooseAlipay, decideAtCashier, openScanned, pressPay, register, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const minutes = 60_000
const years = 365 * 24 * 60 * minutes
/** Just beyond the five minutes that signatures tolerate, and beyond every window, session and date. */
const clocks = {
  '7 minutes ahead': 7 * minutes,
  '7 minutes behind': -7 * minutes,
  '5 years ahead': 5 * years,
  '5 years behind': -5 * years,
}
/** The first signed call of each page is rejected, which the browser logs. */
const expected = [/status of 400/]
const screen = { language: 'zh-CN', width: 'desktop' } as const

const { account, auth, checkout } = texts[screen.language]

/** Each journey has a clock on both sides of the right time, near and far; `api.test.ts` signs again with any of them. */
test.each(['7 minutes behind', '5 years ahead'] as const)(
  'a user signs up, and a user logs in, with a client clock that is %s',
  async (clock) => {
    const clockAheadMs = clocks[clock]
    const page = await openPage({ ...screen, expected, clockAheadMs })
    const person = await register(page, screen.language)
    await page.getByText(account.membership.none).first().waitFor()
    const other = await openPage({ ...screen, expected, clockAheadMs })
    await other.goto('/login')
    await sendAuthForm(other, screen.language, 'login', person)
    await other.waitForURL('**/user/profile')
    await other.getByText(account.membership.none).first().waitFor()
    expect(await other.getByText(auth.login.title).count()).toBe(0)
  },
)

// Bug of another project: pages counted dates by the clock of the device (hilios/jQuery.countdown#145).
test('plans end on the same dates as with a right clock, before and after the form is active', async () => {
  const dates = (text: string) => text.match(/\d{4}\u2060年\u2060\d+\u2060月\u2060\d+\u2060日/g)
  const shown = async (clockAheadMs: number) => {
    const page = await openPage({ ...screen, expected, clockAheadMs, zone: 'Asia/Shanghai' })
    await page.goto('/pricing')
    const main = page.locator('main')
    await page.waitForLoadState('networkidle')
    const before = dates(await main.innerText())
    await reach(page, 'checkout')
    await page.waitForLoadState('networkidle')
    return { before, after: dates(await main.innerText()) }
  }
  const right = await shown(0)
  expect(right.before?.length).toBeGreaterThan(4)
  expect(await shown(clocks['5 years behind'])).toEqual(right)
})

// Bug of another project: a countdown ended by the clock of the device (hilios/jQuery.countdown#310).
test.each(['7 minutes ahead', '5 years behind'] as const)(
  'a user sees the time left to pay, pays, and finds the order, with a client clock that is %s',
  async (clock) => {
    const clockAheadMs = clocks[clock]
    const page = await openPage({ ...screen, expected, clockAheadMs })
    await openAccount(page, screen.language)
    await page.goto('/pricing')
    await chooseAlipay(page, screen.language)
    await pressPay(page)
    const phone = await openScanned(page, screen)
    const left = await page.getByRole('dialog').getByRole('timer').textContent()
    // The server time in answers has a resolution of one second.
    expect(left).toMatch(/^(?:2[89]:\d\d|30:0[01])$/)
    await decideAtCashier(phone, screen.language, 'pay')
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.goto('/user/orders')
    await page.locator('#orders').getByText(account.orders.statuses.paid, { exact: true }).waitFor()
    await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' })
  },
)
