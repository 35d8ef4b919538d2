import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'
import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { currenciesOf, methodsIn, priceIn, usualCurrency, usualOffer, type Offer } from '#web/payment/offer-prices.ts'

/** Choices of the visitor. They may name plans or methods that are no longer offered; `nearestStart` replaces those. */
export type StartWish = {
  readonly goodsId?: string
  readonly size?: 2 | 3
  /** Who pays for the seats. 0: the creator for all; 1: everyone for their own. */
  readonly paymentType?: 0 | 1
  readonly currency?: Currency
  readonly method?: Method
  readonly listed?: boolean
}
type Size = { readonly size: 2 | 3; readonly perPersonMinor: number }

type StartChoice = {
  readonly offer: Offer
  readonly size: 2 | 3
  readonly paymentType: 0 | 1
  /**
   * True if the group appears in the public list. Always false if the creator pays for all: free seats are only for
   * people with the link.
   */
  readonly listed: boolean
  readonly currency: Currency
  readonly method: Method | null
  readonly perPersonMinor: number
  readonly aloneMinor: number
  readonly offers: readonly Offer[]
  readonly sizes: readonly Size[]
  readonly currencies: readonly Currency[]
}

const sizesOf = (offer: Offer, currency: Currency): readonly Size[] =>
  offer.groupPrices.filter((price) => price.currency === currency).sort((one, other) => one.size - other.size)

/**
 * Finds the available group plan nearest to the visitor's choices; null if no plan is sold to groups. Prefers the
 * larger group, which is cheaper per person.
 */
export function nearestStart(
  wish: StartWish,
  all: readonly Offer[],
  methods: readonly SiteMethod[],
  language: Language,
  usual: (taken: readonly Method[]) => Method | null = ([first]) => first ?? null,
): StartChoice | null {
  const grouped = all.filter(({ groupPrices }) => groupPrices.length > 0)
  const currencies = currenciesOf(grouped, methods).filter((currency) =>
    grouped.some((offer) => sizesOf(offer, currency).length > 0),
  )
  const currency =
    wish.currency && currencies.includes(wish.currency) ? wish.currency : usualCurrency(language, currencies)
  const offers = grouped.filter((offer) => sizesOf(offer, currency).length > 0 && priceIn(offer, currency))
  const offer = offers.find(({ id }) => id === wish.goodsId) ?? usualOffer(offers)
  if (!offer) return null
  const sizes = sizesOf(offer, currency)
  const size = sizes.find((each) => each.size === wish.size) ?? sizes[sizes.length - 1]
  const alone = priceIn(offer, currency)
  if (!size || !alone) return null
  const taken = methodsIn(methods, currency)
  return {
    offer,
    size: size.size,
    paymentType: wish.paymentType ?? 1,
    listed: wish.listed === true && wish.paymentType !== 0,
    currency,
    method: wish.method && taken.includes(wish.method) ? wish.method : usual(taken),
    perPersonMinor: size.perPersonMinor,
    aloneMinor: alone.priceMinor,
    offers,
    sizes,
    currencies,
  }
}

export const saveStartWish = (wish: StartWish): void =>
  writeStored('sessionStorage', storageKeys.groupChoice, JSON.stringify(wish))

/** Choices in the URL of a page that was opened from the sheet "Pay in your browser"; null without them. */
export function askedStart(search: string): StartWish | null {
  const asked = new URLSearchParams(search)
  const goodsId = asked.get('plan')
  if (goodsId === null) return null
  return {
    goodsId,
    size: asked.get('size') === '2' ? 2 : 3,
    paymentType: asked.get('who') === '0' ? 0 : 1,
    listed: asked.has('listed'),
    // A currency or method that is not offered is kept here; `nearestStart` replaces it.
    currency: asked.get('currency') as Currency,
    method: asked.get('method') as Method,
  }
}

export function consumeStartWish(): StartWish | null {
  const wish = readStoredJson('sessionStorage', storageKeys.groupChoice)
  removeStored('sessionStorage', storageKeys.groupChoice)
  return typeof wish === 'object' ? wish : null
}
