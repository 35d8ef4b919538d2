import type { Page } from 'playwright-core'
import type { Screen } from './open-page.ts'
import { chooseAlipay, chooseMethod, decideAtCashier, reachCashier } from './steps.ts'
import { texts } from './texts.ts'

type Start = { readonly size: 2 | 3; readonly who: 'self' | 'all' }

export async function chooseGroup(page: Page, { language }: Screen, { size, who }: Start): Promise<void> {
  const { start } = texts[language].groups
  await page.goto('/group-buying')
  await chooseAlipay(page, language)
  await page.getByRole('radio', { name: new RegExp(`^${start.sizes[size]}`) }).check({ force: true })
  await page.getByRole('radio', { name: new RegExp(`^${start[who]}`) }).check({ force: true })
}

export async function chooseInDialog(page: Page, { language }: Screen): Promise<void> {
  const { alipay } = texts[language].groups.order.methods
  await chooseMethod(page.getByRole('dialog'), alipay)
}

export async function payAtCashier(page: Page, cashier: Page, { language, width }: Screen): Promise<void> {
  const { outcome } = texts[language]
  await decideAtCashier(cashier, language, 'pay')
  if (width === 'phone') {
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('link', { name: outcome.group }).click()
  } else {
    await page.getByRole('dialog').getByRole('button', { name: outcome.group }).click()
  }
  await page.waitForURL('**/group-buying?group=*')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function startGroup(page: Page, screen: Screen, start: Start): Promise<string> {
  await chooseGroup(page, screen, start)
  await payAtCashier(page, await reachCashier(page, screen), screen)
  return page.url()
}

export const codeOf = (link: string): string => new URL(link).searchParams.get('group') ?? ''
