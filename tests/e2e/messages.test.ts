import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import type { Language } from '#shared/language.ts'
import { readConfig } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { stopAddress } from '#server/workflows/accounts/messages/stop-address.ts'
import mailsEn from '#text/en/site/unsubscribe.ts'
import messagesEn from '#text/en/site/messages.ts'
import mailsZh from '#text/zh-CN/site/unsubscribe.ts'
import messagesZh from '#text/zh-CN/site/messages.ts'
import { faultsOf } from './axe.ts'
import { buyPlan } from './buy-plan.ts'
import { openAccount } from './open-account.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import type { Person } from './steps.ts'
import { texts } from './texts.ts'
import { queryProduct } from '../support/query-product.ts'

watchBrowser()

const messages = { en: messagesEn, 'zh-CN': messagesZh }
const mails = { en: mailsEn, 'zh-CN': mailsZh }

async function openWithMessages(page: Page, section = 'profile'): Promise<number> {
  const answered = page.waitForResponse('**/user_notices')
  await page.goto(`/user/${section}`)
  const { data } = (await (await answered).json()) as { data: { list: unknown[] } }
  return data.list.length
}

describe.each<Language>(['en'])('messages of an account without an email address (%s)', (language) => {
  const once = testIn('en', language)
  const screen: Screen = { language, width: 'phone' }
  const t = messages[language]

  once('the newest notice is shown in every section, and dismissed and read ones stay in the list', async () => {
    const page = await openPage(screen)
    const { token } = await openAccount(page, language)
    await buyPlan(token, 'plan-1', language)
    await buyPlan(token, 'plan-1', language)
    await expect.poll(() => openWithMessages(page, 'device')).toBe(2)
    const banner = page.getByRole('region', { name: t.label })
    await banner.getByRole('heading').waitFor()
    expect(await banner.getByRole('heading').count()).toBe(1)
    await banner.getByText(t.others(1), { exact: true }).waitFor()
    expect(await banner.locator('dl').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    const menu = page.getByRole('navigation', { name: texts[language].account.menu, exact: true })
    await menu.locator('summary').getByText(texts[language].account.unread(2)).waitFor()

    const heading = (await banner.getByRole('heading').textContent()) ?? ''
    await banner.getByRole('button', { name: t.putAwayLabel(t.putAway, heading) }).click()
    await banner.getByText(t.read, { exact: true }).waitFor()
    await menu.locator('summary').getByText(texts[language].account.unread(1)).waitFor()

    const marked = page.waitForResponse('**/user_read_notices')
    await banner.getByRole('link', { name: t.read }).click()
    await page.waitForURL('**/user/notifications')
    const articles = page.getByRole('article')
    await articles.nth(1).waitFor()
    expect(await articles.count()).toBe(2)
    // The newest notice was dismissed, so it is no longer marked as new.
    expect(await articles.first().getByText(t.unread, { exact: true }).count()).toBe(0)
    await articles.last().getByText(t.unread, { exact: true }).waitFor()
    const [newest, older] = await articles
      .locator('time')
      .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')))
    expect(newest).toBeGreaterThan(older ?? Number.POSITIVE_INFINITY)
    expect(await faultsOf(page)).toEqual([])
    await marked
    await menu.locator('summary').getByText(texts[language].account.unread(1)).waitFor({ state: 'detached' })

    await page.reload()
    await articles.nth(1).waitFor()
    expect(await articles.getByText(t.unread, { exact: true }).count()).toBe(0)
    expect(await articles.first().locator('dl').count()).toBe(1)
    expect(await openWithMessages(page, 'device')).toBe(0)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    await page.goto('/user/notifications')
    await articles.first().getByRole('link').click()
    await page.waitForURL('**/download')
  })
})

async function stopLink({ accountName }: Person, language: Language): Promise<string> {
  const { dataDir, origin } = inject('e2e')
  const { rows } = await queryProduct<{ id: string }>(
    dataDir,
    'select user_id as id from account_identifiers where value = $1',
    [accountName],
  )
  const keyring = createKeyring(readConfig({ APP_ENV: 'DEV', DATA_DIR: dataDir }).secretKey)
  return stopAddress(keyring, origin, rows[0]?.id ?? '', language)
}

describe.each<Language>(['en'])('unsubscribe link of a reminder (%s)', (language) => {
  const once = testIn('en', language)
  const t = mails[language]
  const { reminders, on } = messages[language]
  const stopped = (page: Page) => page.getByRole('heading', { name: t.stoppedTitle, level: 1 }).waitFor()

  once('the link unsubscribes at once where scripts run, and the profile turns reminders on again', async () => {
    const page = await openPage({ language, width: 'phone' })
    const link = await stopLink(await openAccount(page, language), language)
    await page.goto(link, { waitUntil: 'commit' })
    await page.waitForURL(`**/${language}/mails/stopped`)
    await stopped(page)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: t.toProfile }).click()
    const choice = page.getByRole('checkbox', { name: reminders })
    await choice.waitFor()
    expect(await choice.isChecked()).toBe(false)
    await choice.click()
    await page.getByText(on).waitFor()
    await page.reload()
    await choice.waitFor()
    expect(await choice.isChecked()).toBe(true)
  })

  once('the link unsubscribes by one button where scripts are disabled', async () => {
    const page = await openPage({ language, width: 'desktop' })
    const link = await stopLink(await openAccount(page, language), language)
    const other = await openPage({ language, width: 'desktop', scripts: false, expected: [/^request: csp/] })
    await other.goto(link)
    await other.getByRole('heading', { name: t.stopTitle, level: 1 }).waitFor()
    await page.goto('/user/notifications')
    const choice = page.getByRole('checkbox', { name: reminders })
    await choice.waitFor()
    expect(await choice.isChecked(), 'looking at the page stops nothing').toBe(true)
    await other.getByRole('button', { name: t.stop }).click()
    await other.waitForURL(`**/${language}/mails/stopped`)
    await stopped(other)
    await page.reload()
    await choice.waitFor()
    expect(await choice.isChecked()).toBe(false)
  })

  once('the unsubscribe button stays after a network failure, and a forged link is reported', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/ERR_CONNECTION_REFUSED/, /status of 404/] })
    const link = await stopLink(await openAccount(page, language), language)
    await page.route('**/mails/stop/*', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    )
    // Waits for the script's first attempt. Until then, the button is the unchanged one from the server.
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await page.goto(link)
    await failed
    const button = page.getByRole('button', { name: t.stop, exact: true })
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await page.unroute('**/mails/stop/*')
    await button.click()
    await stopped(page)

    await page.goto(`/${language}/mails/stop/${'A'.repeat(60)}`, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: t.notStoppedTitle, level: 1 }).waitFor()
  })
})
