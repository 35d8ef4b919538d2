import type { PromoFits } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Choice } from './selection.ts'

/** Choices for which a promo code is checked: it may be limited to a plan, method or currency. */
export type Basket = { readonly goodsId: string; readonly currency: Currency; readonly method: string }
export const basketOf = ({ offer, currency, method }: Choice): Basket => ({
  goodsId: offer.id,
  currency,
  method: method ?? 'alipay',
})
const sameBasket = (a: Basket, b: Basket): boolean =>
  a.goodsId === b.goodsId && a.currency === b.currency && a.method === b.method

/** Refusal of a promo code in the server's words and their language. `fits`: what the code applies to, if known. */
type Refusal = { readonly text: string; readonly language: Language; readonly fits: PromoFits | null }

/** Promo code with the server's answer for one basket. `refusal`: reason why there is no discount. */
export type Promo = {
  readonly code: string
  readonly basket: Basket
  readonly discountMinor: number
  readonly refusal: Refusal | null
}

/** Discount of the promo code for this basket, 0 without a code; null if the code has not been checked for it yet. */
export const discountFor = (promo: Promo | null, basket: Basket): number | null =>
  promo === null ? 0 : sameBasket(promo.basket, basket) ? promo.discountMinor : null
