import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { openPage, testIn, watchBrowser } from './open-page.ts'
import { buyYear } from './invite-steps.ts'
import { stockOne } from './stock-benefit.ts'
import { inviteTexts } from './invite-texts.ts'
import { openAccount } from './open-account.ts'
import { markOfLetters } from './steps.ts'

watchBrowser()

describe.each<Language>(['en'])('benefits (%s)', (language) => {
  const once = testIn('en', language)
  const { benefits } = inviteTexts[language]

  once(
    'benefits are shown to yearly members on request, can be copied, and are out of stock for the next member',
    async () => {
      const kind = `video-${markOfLetters()}`
      const account = `${kind}@pool.example`
      const password = `pw-${randomBytes(6).toString('hex')}`
      await stockOne(kind, account, password)

      const page = await openPage({ language, width: 'phone' })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openAccount(page, language)
      await page.goto('/user/benefits')
      await page.getByRole('heading', { name: benefits.noneTitle }).waitFor()
      expect(await faultsOf(page)).toEqual([])

      await buyYear(page, language)
      await page.goto('/user/benefits')
      const plate = page.getByRole('article', { name: kind })
      await plate.getByRole('button', { name: benefits.getLabel(kind) }).click()
      await plate.getByText(password).waitFor()
      await plate.getByRole('button', { name: benefits.copyPassword }).click()
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(password)
      expect(await faultsOf(page)).toEqual([])

      await plate.getByRole('button', { name: benefits.hideLabel(kind) }).click()
      await plate
        .locator(':focus')
        .and(plate.getByRole('button', { name: benefits.showLabel(kind) }))
        .waitFor()
      expect(await page.content()).not.toContain(password)
      await page.reload()
      await plate.getByRole('button', { name: benefits.showLabel(kind) }).click()
      await plate.getByText(account, { exact: true }).waitFor()

      const next = await openPage({ language, width: 'phone' })
      await openAccount(next, language)
      await buyYear(next, language)
      await next.goto('/user/benefits')
      await next.getByRole('article', { name: kind }).getByText(benefits.outOfStockText).waitFor()
      expect(await next.content()).not.toContain(account)
    },
  )
})
