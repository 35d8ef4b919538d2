import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import supportEn from '#text/en/site/support.ts'
import supportZh from '#text/zh-CN/site/support.ts'
import { faultsOf } from './axe.ts'
import { operate } from './invite-steps.ts'
import { openAccount, openProfile } from './open-account.ts'
import { openPage, testIn, watchBrowser } from './open-page.ts'
import { unfoldMenu } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const support = { en: supportEn, 'zh-CN': supportZh }

describe.each<Language>(['en'])('support (%s)', (language) => {
  const once = testIn('en', language)
  const t = support[language]

  once('a link about an order fills in the message, unless something else is typed already', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccount(page, language)
    const area = page.getByLabel(t.label)
    await page.goto('/user/help?about=refund&order=7Q2M-K9XD')
    await expect.poll(() => area.inputValue()).toBe(t.about.refund('7Q2M-K9XD'))
    await area.fill('Tokyo is slow')
    await page.goto('/user/help?about=short&order=7Q2M-K9XD')
    await page.getByText(t.restored).waitFor()
    expect(await area.inputValue()).toBe('Tokyo is slow')
  })

  once('text typed while a message is being sent stays in the field, without what was sent', async () => {
    const page = await openPage({ language, width: 'desktop' })
    await openAccount(page, language)
    await page.goto('/user/help')
    const area = page.getByLabel(t.label)
    await area.fill('Tokyo is slow\nsince this morning')
    await page.route('**/support_write', async (route) => {
      await area.pressSequentially(' Osaka too')
      await route.continue()
    })
    await page.getByRole('button', { name: t.send, exact: true }).click()
    await page.getByText(t.sent).waitFor()
    expect(await area.inputValue()).toBe('Osaka too')
  })

  once('the error of a try without network goes when the message is sent again', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/ERR_FAILED|Failed to load/] })
    await openAccount(page, language)
    await page.goto('/user/help')
    await page.getByLabel(t.label).fill('Tokyo is slow')
    const send = page.getByRole('button', { name: t.send, exact: true })
    const toast = page.locator('#toasts-alert > *')
    await page.route('**/support_write', (route) => route.abort())
    await send.click()
    await toast.waitFor()
    await page.unroute('**/support_write')
    await send.click()
    await page.getByText(t.sent).waitFor()
    expect(await toast.count()).toBe(0)
  })

  once('a user writes, an operator answers, and the user reads it; nothing typed is lost', async () => {
    const page = await openPage({ language, width: 'phone' })
    const { uid } = await openProfile(page, language)
    await unfoldMenu(page, language)
    await page.getByRole('link', { name: texts[language].account.sections.help, exact: true }).click()
    await page.getByText(t.emptyTitle).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const area = page.getByLabel(t.label)
    const send = page.getByRole('button', { name: t.send, exact: true })
    await send.click()
    await page.getByRole('alert').getByText(t.missing).waitFor()
    await area.fill('Tokyo is slow\nsince this morning')
    await page.reload()
    await page.getByText(t.restored).waitFor()
    expect(await area.inputValue()).toBe('Tokyo is slow\nsince this morning')
    await send.click()
    await page.getByText(t.sent).waitFor()
    const entries = page.getByRole('region', { name: t.thread }).getByRole('listitem')
    await entries.first().waitFor()
    expect(await entries.first().innerText()).toContain('since this morning')
    expect(await area.inputValue()).toBe('')
    expect(await faultsOf(page)).toEqual([])

    const queue = await operate('messages', 'list')
    expect(queue).toContain(uid)
    await operate('messages', 'answer', '--user', uid, '--text', 'Tokyo is back.')
    // The account has no email address, so every section announces the answer until it is read.
    const notice = page.getByRole('heading', {
      name: language === 'en' ? 'Support has answered you.' : '客服回复你了。',
    })
    const noticesOf = async () => {
      const answered = page.waitForResponse('**/user_notices')
      await page.goto('/user/device')
      return ((await (await answered).json()) as { data: { list: unknown[] } }).data.list.length
    }
    await expect.poll(noticesOf).toBe(1)
    await notice.waitFor()
    await page.goto('/user/help')
    await entries.getByText('Tokyo is back.').waitFor()
    expect(await entries.count()).toBe(2)
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    await entries.getByText('Tokyo is back.').waitFor()
    expect(await notice.count()).toBe(0)
  })
})
