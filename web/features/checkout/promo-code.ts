import type { PromoFits } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Choice } from './selection.ts'

/** What a code is asked for: it may hold for one plan or method and not for another. */
export type Basket = { readonly goodsId: string; readonly currency: Currency; readonly method: string }
export const basketOf = ({ offer, currency, method }: Choice): Basket => ({
  goodsId: offer.id,
  currency,
  method: method ?? 'alipay',
})
const sameBasket = (a: Basket, b: Basket): boolean =>
  a.goodsId === b.goodsId && a.currency === b.currency && a.method === b.method

/** The server's words, which are of one language. `fits`: what the code would hold for, where that was said. */
export type Refusal = { readonly text: string; readonly language: Language; readonly fits: PromoFits | null }

/** A code with the server's word about it for one basket. `refusal`: why it takes nothing off there. */
export type Promo = {
  readonly code: string
  readonly basket: Basket
  readonly discountMinor: number
  readonly refusal: Refusal | null
}

/** What the code takes off this basket; null while no one has asked about this one yet. */
export const discountFor = (promo: Promo | null, basket: Basket): number | null =>
  promo === null ? 0 : sameBasket(promo.basket, basket) ? promo.discountMinor : null
