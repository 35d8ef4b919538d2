import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { codeFor, field, finishAuthForm, newEmail } from './identity-steps.ts'
import { startGroup } from './group-steps.ts'
import { inviteTexts } from './invite-texts.ts'
import { operate, uidOf } from './invite-steps.ts'
import { openAccount } from './open-account.ts'
import { languages, openPage, watchBrowser, type Screen } from './open-page.ts'
import { chooseAlipay, choosePlan, decideAtCashier, openAndArrive, pressPay, unfoldMenu } from './steps.ts'
import noScriptEn from '#text/en/site/no-script.ts'
import noScriptZh from '#text/zh-CN/site/no-script.ts'
import redeemTexts from '#text/en/site/security.ts'
import { texts } from './texts.ts'

watchBrowser()

/** Simulates the built-ins of the oldest supported browsers: Safari 15, Chrome and WebView 91, Firefox 91. */
const open = (screen: Screen, expected: readonly RegExp[] = []) => openPage({ ...screen, expected, oldest: true })
const phone = { language: 'zh-CN', width: 'phone' } as const
const desktop = { language: 'en', width: 'desktop' } as const
const isMissing = (page: Page, expression: string) => page.evaluate<boolean>(`(${expression}) === undefined`)

describe('in the oldest browsers', () => {
  test('built-ins newer than the oldest supported browser are removed', async () => {
    const page = await open(desktop)
    await page.goto('/')
    const newer = ['AbortSignal.any', 'AbortSignal.timeout', '[].toSorted', '[].at', 'URL.canParse', 'Object.hasOwn']
    for (const name of [
      ...newer,
      'window.structuredClone',
      `document.createElement('dialog').showModal`,
      'crypto.randomUUID',
    ])
      expect(await isMissing(page, name), name).toBe(true)
    expect(await isMissing(page, 'window.fetch')).toBe(false)
    expect(await isMissing(page, '[].flatMap')).toBe(false)
  })

  test('a user signs up by email, logs out, and logs in by email', async () => {
    const { language } = phone
    const { auth, account } = texts[language]
    const page = await open(phone)
    const [email, password] = [newEmail(), 'a-long-way-home']
    await page.goto('/register')
    await page.getByRole('tab', { name: auth.kinds.email }).click()
    await field(page, auth.fields.email).fill(email)
    await page.getByRole('button', { name: auth.fields.sendCode }).click()
    await field(page, auth.fields.code).fill(await codeFor(email))
    await finishAuthForm(page, language, 'register', password)
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    await page.getByText(email).first().waitFor()
    await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await unfoldMenu(page, language)
    await page.getByRole('button', { name: account.logOut }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    await openAndArrive(page, '/user/profile', '**/login')
    await page.getByRole('tab', { name: auth.kinds.email }).click()
    await field(page, auth.fields.email).fill(email)
    await finishAuthForm(page, language, 'login', password)
    await page.waitForURL('**/user/profile')
    await page.getByText(email).first().waitFor()
  })

  test('a user changes the plan, pays, and finds the order in the account', async () => {
    const { language } = phone
    const { account, checkout } = texts[language]
    const page = await open(phone)
    await openAccount(page, language)
    await page.goto('/pricing')
    await choosePlan(page, 'plan-3')
    await expect.poll(() => page.locator('input[value="plan-3"]').isChecked()).toBe(true)
    await chooseAlipay(page, language)
    await pressPay(page)
    await decideAtCashier(page, language, 'pay')
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.goto('/user/orders')
    await page.locator('#orders').getByText(account.orders.statuses.paid, { exact: true }).waitFor()
    await page.goto('/user/device')
    await page.getByRole('heading', { name: account.sections.device }).first().waitFor()
  })

  test('a dialog takes the focus, closes on Escape, and returns the focus', async () => {
    const { language } = desktop
    const page = await open(desktop)
    await openAccount(page, language)
    await page.goto('/user/profile')
    const opener = page.getByRole('button', { name: redeemTexts.redeem.open })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect
      .poll(() => page.evaluate(`document.querySelector('dialog').contains(document.activeElement)`))
      .toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  })

  test('a user starts a group and pays, and a friend joins it', async () => {
    const { groups } = texts[desktop.language]
    const page = await open(phone)
    await openAccount(page, phone.language)
    const link = await startGroup(page, phone, { size: 2, who: 'all' })
    const friend = await open(desktop)
    await openAccount(friend, desktop.language)
    await friend.goto(link)
    await friend.getByRole('button', { name: groups.joinFree }).click()
    await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()
  })

  test('an affiliate sees figures and tables', async () => {
    const { language } = desktop
    const { application, dashboard } = inviteTexts[language]
    const page = await open(desktop)
    await openAccount(page, language)
    await page.goto('/user/kol')
    await page.getByLabel(application.channel).fill('t.me/clear-roads')
    await page.getByLabel(application.audience).fill('about 2,000 travellers')
    await page.getByLabel(application.message).fill('A guide for the road.')
    await page.getByLabel(application.contact).fill('@lin')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: application.submit }).click()
    await page.getByRole('heading', { name: application.pending }).waitFor()
    await operate('affiliates', 'approve', '--user', await uidOf(page, language))
    await page.goto('/user/kol')
    await page.getByText(dashboard.figures.table).click()
    await page.getByRole('table').first().waitFor()
    await page.getByRole('tab', { name: dashboard.records.settlements }).click()
    await page.getByText(dashboard.settlements.empty).waitFor()
  })
})

describe.each(languages)('in unsupported browsers (%s)', (language) => {
  const { oldBrowser } = { en: noScriptEn, 'zh-CN': noScriptZh }[language]
  const warning = (page: Page) => page.getByText(oldBrowser).isVisible()

  test('pages with forms show a warning and stay readable', async () => {
    const page = await openPage({ language, width: 'phone' })
    await page.addInitScript('delete RegExp.prototype.hasIndices')
    for (const address of ['/pricing', '/login', '/group-buying']) {
      await page.goto(address)
      expect(await warning(page), address).toBe(true)
      expect(await page.getByRole('heading', { level: 1 }).first().isVisible(), address).toBe(true)
    }
  })

  test('a browser that cannot parse the first script is warned as well', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/Content Security Policy/] })
    await page.route('**/pricing', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('<script>', '<script>#') })
    })
    await page.goto(`/${language}/pricing`)
    expect(await warning(page)).toBe(true)
    expect(await page.locator('input[name=plan]').count()).toBeGreaterThan(1)
  })

  test('the oldest supported browser gets no warning', async () => {
    const page = await open({ language, width: 'phone' })
    await page.goto('/pricing')
    expect(await warning(page)).toBe(false)
  })
})
