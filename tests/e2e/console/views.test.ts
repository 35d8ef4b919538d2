import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from '../axe.ts'
import { openPage, testIn, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()

describe.each<[Language, 'desktop' | 'phone']>([['en', 'desktop']])('saved views (%s, %s)', (language, width) => {
  const once = testIn('en', language)
  const t = shellTexts[language].savedViews

  once(
    'a filtered list is saved as a view by keyboard, shared, opened by another operator, renamed and removed',
    async () => {
      const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
      await openConsole(page, language, 'support')
      const viewName = `Answered ${language}`
      await page.goto('/console/queue/messages#state=pending&user=100000001')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('v')
      const dialog = page.getByRole('dialog', { name: t.title })
      await dialog.getByLabel(t.keep).fill(viewName)
      await dialog.getByLabel(t.share).check()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await dialog.getByRole('link', { name: viewName }).waitFor()
      expect(await faultsOf(page)).toEqual([])

      const other = await openPage({ language, width, expected: [/status of 40[0-9]/] })
      await openConsole(other, language, 'support')
      const { rail, list } = shellTexts[language]
      if (width === 'phone')
        await other.getByRole('navigation', { name: rail }).getByRole('button', { name: list.more }).click()
      await other.getByRole('button', { name: shellTexts[language].views }).click()
      await other.getByRole('dialog').getByRole('link', { name: viewName }).click()
      await other.waitForURL('**/console/queue/messages#state=pending**')

      await dialog.getByRole('button', { name: `${t.rename}: ${viewName}` }).click()
      await dialog.getByLabel(t.newName(viewName)).fill(`New ${viewName}`)
      await page.keyboard.press('Enter')
      await dialog.getByRole('link', { name: `New ${viewName}` }).waitFor()
      await dialog.getByRole('button', { name: `${t.remove}: New ${viewName}` }).click()
      await dialog.getByRole('link', { name: `New ${viewName}` }).waitFor({ state: 'detached' })
    },
  )
})
