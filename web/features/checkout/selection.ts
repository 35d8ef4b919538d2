import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'
import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { currenciesOf, methodsIn, priceIn, usualCurrency, usualOffer, type Offer } from '#web/payment/offer-prices.ts'
import { usualMethod } from '#web/payment/open-payment.ts'
import { deviceCounts } from './sort-plans.ts'

/** Choices of the visitor. They may name plans or methods that are no longer offered, which `settle` replaces. */
export type Wish = {
  readonly goodsId?: string
  readonly currency?: Currency
  readonly method?: Method
  readonly promoCode?: string
  /** True to buy only more devices for the remaining time, if this is offered. */
  readonly onlyDifference?: boolean
}

export type Choice = {
  readonly offer: Offer
  readonly currency: Currency
  readonly priceMinor: number
  readonly methods: readonly Method[]
  readonly method: Method | null
  readonly devices: readonly number[]
}

/**
 * Finds the available purchase nearest to the visitor's choices. `isAwake`: false for the first render, which must match
 * the server's; the server does not know which methods the app around the page blocks.
 */
export function settle(
  wish: Wish,
  offers: readonly Offer[],
  methods: readonly SiteMethod[],
  language: Language,
  preferred: Method | null = null,
  isAwake = false,
): Choice | null {
  const currencies = currenciesOf(offers, methods)
  const currency =
    wish.currency && currencies.includes(wish.currency) ? wish.currency : usualCurrency(language, currencies)
  const priced = offers.filter((offer) => priceIn(offer, currency))
  const offer = priced.find(({ id }) => id === wish.goodsId) ?? usualOffer(priced)
  const price = offer && priceIn(offer, currency)
  if (!offer || !price) return null
  const taken = methodsIn(methods, currency)
  const method =
    [wish.method, preferred, isAwake ? usualMethod(taken) : taken[0]].find((each) => each && taken.includes(each)) ??
    null
  return { offer, currency, priceMinor: price.priceMinor, methods: taken, method, devices: deviceCounts(priced) }
}

export const wishOf = ({ currency, method }: Choice): Wish => ({ currency, ...(method && { method }) })

/** The whole choice as it is shown, so that nothing stored can replace a part of it. */
export const shownWish = (choice: Choice): Wish => ({
  ...wishOf(choice),
  goodsId: choice.offer.id,
  onlyDifference: false,
})

/**
 * Applies plan, currency and method from a link. A plan in a link means the whole plan, even if the visitor last chose to
 * buy only more devices.
 */
export const withAsked = (kept: Wish | null, asked: Wish): Wish | null =>
  Object.keys(asked).length === 0 ? kept : { ...kept, ...(asked.goodsId && { onlyDifference: false }), ...asked }

/** Finds the plan for another number of devices: of the same length if it is sold, otherwise the default plan. */
export function forDevices(offers: readonly Offer[], { offer, currency }: Choice, devices: number): Offer | undefined {
  const sold = offers.filter((each) => each.maxDevices === devices && priceIn(each, currency))
  return sold.find(({ months }) => months === offer.months) ?? usualOffer(sold)
}

const keptMs = 86_400_000

/** Stores the choices for a day. They survive reloads, the login and the provider's page, and other tabs see them. */
export const saveWish = (wish: Wish): void =>
  writeStored('localStorage', storageKeys.checkoutChoice, JSON.stringify({ ...wish, at: Date.now() }))

export const forgetWish = (): void => removeStored('localStorage', storageKeys.checkoutChoice)

export function readWish(now: number): Wish | null {
  const kept = readStoredJson('localStorage', storageKeys.checkoutChoice) as (Wish & { at?: unknown }) | null
  if (typeof kept?.at !== 'number' || kept.at > now || now - kept.at >= keptMs) return null
  const { at: _, ...wish } = kept
  return wish
}
