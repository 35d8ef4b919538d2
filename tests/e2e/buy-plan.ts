import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Language } from '#shared/language.ts'
import { queryProduct } from '../support/query-product.ts'
import { call } from './open-account.ts'

/** Session token of the account that is signed in on a page of the site. */
export const tokenOn = (page: Page): Promise<string> => page.evaluate<string>(`localStorage.getItem('token')`)

/** Pays at the gateway what the QR code of an order leads to. */
export async function payQrCode(pay: { readonly kind: string; readonly content?: string }): Promise<void> {
  if (pay.kind !== 'qr' || pay.content === undefined) throw new Error(`no QR code but ${pay.kind}`)
  const cashier = new URL((await fetch(pay.content)).url)
  await fetch(`${cashier.origin}${cashier.pathname}/pay`, { method: 'POST', redirect: 'manual' })
}

/**
 * Buys a plan by API calls and pays for it by Alipay at the gateway, for journeys about what follows; `buy-a-plan.test.ts`
 * and `outcomes.test.ts` press the buttons. Returns the paid order.
 */
export async function buyPlan(token: string, goodsId: string, language: Language) {
  const { rows } = await queryProduct<{ minor: number }>(
    inject('e2e').dataDir,
    `select price_minor::int as minor from goods_prices where goods_id = $1 and currency = 'CNY'`,
    [goodsId],
  )
  const purchase = {
    goodsId,
    currency: 'CNY',
    method: 'alipay',
    expectedTotalMinor: rows[0]?.minor ?? 0,
    idempotencyKey: crypto.randomUUID(),
  } as const
  const { data } = await call('/api/payment/payment_purchase', purchase, language, token)
  const { orderId, number, pay } = data
  await payQrCode(pay)
  await expect
    .poll(async () => {
      const { list } = (await call('/api/payment/payment_order', { orderId }, language, token)).data
      return list[0]?.status
    })
    .toBe('paid')
  return { orderId, number }
}
