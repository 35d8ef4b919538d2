import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method, SiteMethod } from '#shared/site.ts'
import { readStoredJson, removeStored, storageKeys, writeStored } from '#web/client/browser-storage.ts'
import { currenciesOf, methodsIn, priceIn, usualCurrency, usualOffer, type Offer } from '#web/payment/offer.ts'

/** What the visitor has asked for. May name things that are gone by now: `settle` decides what that comes to. */
export type Wish = {
  readonly goodsId?: string
  readonly currency?: Currency
  readonly method?: Method
  readonly promoCode?: string
}

export type Choice = {
  readonly offer: Offer
  readonly currency: Currency
  readonly priceMinor: number
  /** Null while no method takes this currency. */
  readonly method: Method | null
}

/** The nearest thing on sale to a wish; null where nothing can be bought at all. */
export function settle(
  wish: Wish,
  offers: readonly Offer[],
  methods: readonly SiteMethod[],
  language: Language,
): Choice | null {
  const currencies = currenciesOf(offers, methods)
  const currency =
    wish.currency && currencies.includes(wish.currency) ? wish.currency : usualCurrency(language, currencies)
  const priced = offers.filter((offer) => priceIn(offer, currency))
  const offer = priced.find(({ id }) => id === wish.goodsId) ?? usualOffer(priced)
  const price = offer && priceIn(offer, currency)
  if (!offer || !price) return null
  const taken = methodsIn(methods, currency)
  const method = wish.method && taken.includes(wish.method) ? wish.method : (taken[0] ?? null)
  return { offer, currency, priceMinor: price.priceMinor, method }
}

/** Keeps a wish while its owner goes to log in. */
export const saveWish = (wish: Wish): void =>
  writeStored('sessionStorage', storageKeys.checkoutChoice, JSON.stringify(wish))

export function consumeWish(): Wish | null {
  const wish = readStoredJson('sessionStorage', storageKeys.checkoutChoice)
  removeStored('sessionStorage', storageKeys.checkoutChoice)
  return typeof wish === 'object' ? wish : null
}
