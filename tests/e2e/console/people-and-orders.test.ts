import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import enOrders from '#console/text/en/places/orders.ts'
import enPeople from '#console/text/en/places/people.ts'
import zhOrders from '#console/text/zh-CN/places/orders.ts'
import zhPeople from '#console/text/zh-CN/places/people.ts'
import { faultsOf } from '../axe.ts'
import { openPage, testIn, watchBrowser } from '../open-page.ts'
import { buyPlan } from '../buy-plan.ts'
import { makeAccount } from '../open-account.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()

const words = {
  en: { orders: enOrders, people: enPeople },
  'zh-CN': { orders: zhOrders, people: zhPeople },
}

async function buy(): Promise<{ accountName: string; number: string }> {
  const { accountName, token } = await makeAccount('en')
  const { number } = await buyPlan(token, 'plan-3', 'en')
  return { accountName, number }
}

const countClicks = (page: Page): Promise<unknown> =>
  page.evaluate(`globalThis.clicks = 0; document.addEventListener('click', () => globalThis.clicks++, true)`)

const screens: [Language, 'desktop' | 'phone'][] = [
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
]
describe.each(screens)('customer who paid and has nothing (%s, %s)', (language, width) => {
  const once = testIn('en', language)
  const onPhone = testIn('zh-CN', language)
  const { orders, people } = words[language]
  const shell = shellTexts[language]

  onPhone('support finds the order within three clicks from the account name and acts on it there', async () => {
    const { accountName, number } = await buy()
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'support')
    await countClicks(page)

    await page.getByRole('button', { name: shell.openFind }).click()
    await page.getByRole('combobox').fill(accountName)
    await page.getByRole('option', { name: number }).click()
    // The panel is notified within seconds of the payment, and the page polls until then.
    await page.getByText(orders.verdict.app.missing).waitFor()
    expect(await page.evaluate('globalThis.clicks')).toBeLessThanOrEqual(3)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(number)
    const stages = page.getByRole('region', { name: orders.stagesTitle }).getByRole('listitem')
    expect(await stages.count()).toBe(4)
    await page.getByRole('region', { name: orders.way.title }).getByText('支付宝').first().waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: orders.notes.write }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill('Has not connected yet.')
    await dialog.getByRole('button', { name: shell.act.preview }).click()
    await dialog.getByRole('button', { name: orders.notes.write }).click()
    await dialog.getByRole('button', { name: shell.act.another }).waitFor()
    await dialog.getByRole('button', { name: shell.close }).click()
    await page.getByRole('region', { name: orders.notes.title }).getByText('Has not connected yet.').waitFor()

    await page.getByRole('region', { name: orders.figures.label }).getByRole('link').first().click()
    await page.getByRole('region', { name: people.time.title }).getByRole('link', { name: number }).waitFor()
    await page.getByRole('region', { name: people.parts.known }).getByText(accountName).waitFor()
    const bar = page.getByRole('region', { name: people.time.title })
    await bar.getByRole('img', { name: new RegExp(people.bar.table) }).waitFor()
    await bar.getByRole('table', { name: people.bar.table }).getByRole('cell', { name: number }).waitFor()
    expect(await page.locator('.fig', { hasText: people.figures.paid }).textContent()).toMatch(/¥\d/)
    expect(await faultsOf(page)).toEqual([])
  })

  once('the search on the people page works by keyboard alone', async () => {
    const { accountName } = await buy()
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'viewer', '/console/people')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type(accountName.slice(0, -1))
    await page.keyboard.press('Enter')
    const found = page.getByRole('region', { name: people.find.results(accountName.slice(0, -1)) })
    await found.getByText(accountName).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: people.parts.known }).getByText(accountName).waitFor()
    expect(await page.getByRole('button', { name: people.acts.block }).count()).toBe(0)
  })
})
