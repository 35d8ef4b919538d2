import { expect, test } from 'vitest'
import en from '#console/text/en/places/settings.ts'
import zh from '#console/text/zh-CN/places/settings.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const texts = { en, 'zh-CN': zh }
const actions = { en: actionsEn, 'zh-CN': actionsZh }

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'an owner changes a setting in its form and reads the change before and after',
  async ({ language, width }) => {
    const t = texts[language]
    const { act } = shellTexts[language]
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'owner', '/console/system/settings')
    const crawlers = t.names['set.adsCrawlers']
    const row = page.getByRole('listitem').filter({ hasText: crawlers })
    await row.getByRole('button', { name: t.change }).click()
    const bot = `Journey-${width}`
    const field = page.getByLabel(crawlers, { exact: true })
    await field.fill(`${await field.inputValue()}\n${bot}`)
    await page.locator('[name=reason]').fill('a test')
    await page.getByRole('button', { name: act.preview, exact: true }).click()
    const effect = page.getByRole('region', { name: act.would })
    await effect.getByText(bot).waitFor()
    expect(await effect.getByText(/[{}[\]]/).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await effect.getByRole('button', { name: actions[language]['settings.set'].label }).click()
    await page.getByText(act.done).or(page.getByText(crawlers).last()).waitFor()
    await page.goto('/console/system/settings')
    await page.getByText(bot).waitFor()
  },
)

test('an invalid field of a setting is named by its label, and the input stays', async () => {
  const page = await openPage({ language: 'en', width: 'phone', expected: refusals })
  await openConsole(page, 'en', 'owner', '/console/system/settings#setting=seller')
  const name = page.getByLabel(en.names['set.seller.name'], { exact: true })
  await name.fill('')
  await page.getByLabel(en.names['set.seller.taxNumber']).fill('DE 123')
  await page.locator('[name=reason]').fill('a test')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('Seller must be 1 to 120 characters long').waitFor()
  // The message stands at the empty field, which has the focus.
  const error = page.locator(`[id="${(await name.getAttribute('aria-describedby'))!.split(' ').at(-1)}"]`)
  expect(await error.textContent()).toContain('Seller must be 1 to 120 characters long')
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await page.locator('[name="seller.name"]:focus').waitFor()
  expect(await page.getByText('Seller must be 1 to 120 characters long').count()).toBe(1)
  expect(await page.getByLabel(en.names['set.seller.taxNumber']).inputValue()).toBe('DE 123')
  await page.getByRole('group', { name: en.names['set.seller.tax'] }).getByLabel(en.use).check()
  await page.getByLabel(en.names['set.seller.tax.rateBps']).fill('19.5')
  expect(await page.getByLabel(en.names['set.seller.tax.rateBps']).inputValue()).toBe('19.5')
})

test('a setting that was never set can be filled in', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'owner', '/console/system/settings#setting=chat')
  const row = page.getByRole('listitem').filter({ hasText: en.names['set.chat'] })
  await row.getByText(en.names['set.none']).waitFor()
  await row.getByLabel(en.use).check()
  await row.getByLabel(en.names['set.chat.url']).fill('https://chat.example/start')
  expect(await row.getByLabel(en.names['set.chat.url']).inputValue()).toBe('https://chat.example/start')
})

test('other roles read the settings and are told who may change them', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: refusals })
  await openConsole(page, 'en', 'support', '/console/system/settings')
  await page.getByText(en.ownerOnly).waitFor()
  expect(await page.getByRole('button', { name: en.change }).count()).toBe(0)
})
