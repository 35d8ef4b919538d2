import { expect, test } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import type { Language } from '#shared/language.ts'
import actionsEn from '#console/text/en/actions.ts'
import actionsZh from '#console/text/zh-CN/actions.ts'
import { operate } from '../invite-steps.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const over = {
  en: operatorActions['promos.disable'].says?.[1] ?? '',
  'zh-CN': actionsZh['promos.disable'].says?.[1] ?? '',
}
const actions = { en: actionsEn, 'zh-CN': actionsZh }

test.each<[Language, 'desktop' | 'phone']>([
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
])(
  'finance ends a promo code in its list, and sees what pausing a way of paying would do (%s, %s)',
  async (language, width) => {
    const t = shellTexts[language]
    const labels = actions[language]
    const code = `ENDS-${Date.now() % 1_000_000}-${width}`.toUpperCase()
    await operate('promos', 'create', '--code', code, '--percent', '5', '--note', 'a test')
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'finance')
    await page.goto('/console/shop/promos')
    const row = page.getByRole('row').filter({ hasText: code })
    await row.getByRole('button', { name: labels['promos.disable'].label }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('button', { name: labels['promos.disable'].label, exact: true }).click()
    await dialog.getByText(over[language].replace('{code}', code)).waitFor()
    await page.goto('/console/shop/methods')
    const pause = page.getByRole('button', { name: labels['methods.pause'].label })
    await pause.first().click()
    await dialog.locator('[name=reason]').fill('a test')
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('region', { name: t.act.would }).waitFor()
    await page.goto('/console/shop/methods')
    await pause.first().waitFor()
    expect(await page.getByRole('button', { name: labels['methods.resume'].label }).count()).toBe(0)
  },
)

test('support adds accounts of a benefit, sees the stock, and takes one out of it; ending the benefit is for finance', async () => {
  const t = shellTexts.en
  const kind = `tv-${Date.now() % 1_000_000}`
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support')
  await page.goto('/console/shop/benefits')
  const dialog = page.getByRole('dialog')
  const confirm = async (label: string) => {
    await dialog.getByRole('button', { name: t.act.preview }).click()
    await dialog.getByRole('button', { name: label, exact: true }).click()
  }
  await page.locator('.btn[data-act="benefits.import"]').click()
  await dialog.locator('[name=kind]').fill(kind)
  await dialog.locator('[name=nameEn]').fill('Television')
  await dialog.locator('[name=nameZh]').fill('电视')
  const lines = ['a', 'b'].map((name) => `${name}@tv.example\tsecret\thttps://tv.example/in`)
  const file = { name: 'stock.tsv', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) }
  await dialog.locator('[name=file]').setInputFiles(file)
  await confirm(actionsEn['benefits.import'].label)
  await dialog.getByText(`Added 2 accounts of ${kind}, 0 → 2 in stock`).waitFor()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: kind })
  await row.getByText('in stock', { exact: true }).waitFor()
  expect(
    await row.locator('[data-act]').evaluateAll((all) => all.map((each) => each.getAttribute('data-act'))),
  ).toEqual(['benefits.import', 'benefits.describe'])
  await row.getByRole('link', { name: 'Television' }).click()
  const account = page.getByRole('row').filter({ hasText: 'b@tv.example' })
  await account.getByRole('button', { name: actionsEn['benefits.withdraw'].label }).click()
  await dialog.locator('[name=reason]').fill('a test')
  await confirm(actionsEn['benefits.withdraw'].label)
  await dialog.getByText(`b@tv.example of ${kind} is withdrawn.`).waitFor()
  await page.keyboard.press('Escape')
  await account.waitFor({ state: 'detached' })
  // One in stock and one withdrawn.
  await expect.poll(() => row.getByRole('cell', { name: '1', exact: true }).count()).toBe(2)
})
