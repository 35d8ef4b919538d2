import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Language } from '#shared/language.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { chooseAlipay, decideAtCashier, pressPay } from './steps.ts'
import { texts } from './texts.ts'

/** One operator's command on the running product; returns what it printed. */
export const operate = (...command: string[]): Promise<string> => operateAs('e2e', ...command)

export async function operateAs(operator: string, ...command: string[]): Promise<string> {
  const main = path.join(import.meta.dirname, '../../server/ops/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...command, '--operator', operator], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compileCache,
      DATA_DIR: inject('e2e').dataDir,
      LOG_LEVEL: 'silent',
    },
  })
  return stdout
}

/** Buys the plan of twelve months on a phone, and waits until it is paid. */
export async function buyYear(page: Page, language: Language): Promise<void> {
  await page.goto('/pricing')
  await page.locator('input[name=plan][value=plan-12]').check({ force: true })
  await chooseAlipay(page, language)
  await pressPay(page)
  await decideAtCashier(page, language, 'pay')
  await page.getByRole('heading', { name: texts[language].checkout.order.success.title }).waitFor()
}

/** The user id of the person who is signed in, as the profile shows it. */
export async function uidOf(page: Page, language: Language): Promise<string> {
  await page.goto('/user/profile')
  const row = page.locator('dl > div', { hasText: texts[language].account.identity.uid })
  return (await row.locator('dd').first().innerText()).replaceAll(/\D/g, '')
}
