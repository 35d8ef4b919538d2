import { expect } from 'vitest'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import systemEn from '#console/text/en/places/system.ts'
import systemZh from '#console/text/zh-CN/places/system.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { addAuthenticator } from '../passkey-steps.ts'
import { letFactorAge, openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const texts = { en: systemEn, 'zh-CN': systemZh }
const actions = { en: actionsEn, 'zh-CN': actionsZh }

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'an operator adds a passkey, signs in and confirms a money action with it, and removes it',
  async ({ language, width }) => {
    const t = shellTexts[language]
    const labels = actions[language]
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await addAuthenticator(page)
    const person = await openConsole(page, language, 'finance', '/console/me')
    await page.getByText(t.passkey.none).waitFor()
    await page.getByLabel(t.passkey.name, { exact: true }).fill('Red stick')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'Red stick' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    if (width === 'phone')
      await page.getByRole('navigation', { name: t.rail }).getByRole('button', { name: t.list.more }).click()
    await page.getByRole('button', { name: t.signOut }).click()
    await page.getByRole('heading', { name: t.door.title }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: t.passkey.use }).press('Enter')
    await page.getByRole('navigation', { name: t.rail }).waitFor()

    await letFactorAge(person.name)
    await page.goto('/console/actions/promos.create')
    const code = `KEY-${Date.now() % 1_000_000}-${width}`.toUpperCase()
    await page.locator('[name=code]').fill(code)
    await page.locator('[name=kind]').selectOption('percent')
    await page.locator('[name=percent]').fill('5')
    await page.locator('[name=note]').fill('a test')
    await page.getByRole('button', { name: t.act.preview, exact: true }).click()
    await page.getByRole('button', { name: labels['promos.create'].label, exact: true }).click()
    const asked = page.getByRole('dialog', { name: t.factor.title })
    await asked.getByRole('button', { name: t.passkey.use }).click()
    await page.getByText(code).last().waitFor()
    await asked.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.act.another }).waitFor()

    await page.goto('/console/me')
    await page.getByRole('button', { name: t.passkey.remove }).click()
    await page.getByText(t.passkey.none).waitFor()

    await page.goto('/console/system/recovery')
    await page.getByRole('heading', { name: texts[language].tabs.recovery }).waitFor()
    // Only owners may reset an operator; the page says so to others.
    await page.getByText(t.roles.owner).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
  },
)
