import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { queryProduct } from '../support/query-product.ts'
import { payQrCode, tokenOn } from './buy-plan.ts'
import { call } from './open-account.ts'
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

/**
 * Starts a group by API calls and pays for it at the gateway, for journeys about what follows; the starter, who has an
 * account from `openAccount`, sees its page afterwards. Saves the four pages of `startGroup`.
 */
export async function makeGroup(page: Page, { language }: Screen, { size, who }: Start): Promise<string> {
  const { dataDir } = inject('e2e')
  const token = await tokenOn(page)
  const { rows } = await queryProduct<{ minor: number }>(
    dataDir,
    `select per_person_minor::int as minor from group_prices where goods_id = $1 and size = $2 and currency = 'CNY'`,
    ['plan-12', size],
  )
  const share = rows[0]?.minor ?? 0
  const purchase = {
    goodsId: 'plan-12',
    size,
    paymentType: who === 'all' ? 0 : 1,
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor: who === 'all' ? share * size : share,
    idempotencyKey: crypto.randomUUID(),
  } as const
  const { data } = await call('/api/payment/payment_joint_purchase', purchase, language, token)
  await payQrCode(data.order.pay)
  const { groupId: group } = data.group
  await expect
    .poll(async () => (await call('/api/payment/payment_joint_group', { group }, language)).data.state)
    .not.toBe('creator_unpaid')
  await page.goto(`/group-buying?group=${group}`)
  return page.url()
}

export const codeOf = (link: string): string => new URL(link).searchParams.get('group') ?? ''
