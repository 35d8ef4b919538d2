import { divideHalfEven, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { planEnd } from '#shared/membership-time.ts'
import type { SiteGoods, SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'

/** Plan with its texts in one language, from the page or from the call `payment_shop`. */
export type Offer = Omit<SiteGoods, 'names' | 'badges'> & { readonly name: string; readonly badge: string | null }
export type Price = Offer['prices'][number]

export const priceIn = (offer: Offer, currency: Currency): Price | undefined =>
  offer.prices.find((price) => price.currency === currency)

export const currenciesOf = (offers: readonly Offer[], methods: readonly SiteMethod[]): readonly Currency[] =>
  (['CNY', 'USD'] as const).filter(
    (currency) =>
      offers.some((offer) => priceIn(offer, currency)) &&
      methods.some((method) => method.currencies.includes(currency)),
  )

export const usualCurrency = (language: Language, available: readonly Currency[]): Currency => {
  const usual = language === 'en' ? 'USD' : 'CNY'
  return available.includes(usual) ? usual : (available[0] ?? usual)
}

const usualMethods: Readonly<Record<Currency, Method>> = { USD: 'card', CNY: 'alipay' }

/** Payment methods for this currency, the default first. */
export function methodsIn(methods: readonly SiteMethod[], currency: Currency): readonly Method[] {
  const taken = methods.filter((method) => method.currencies.includes(currency)).map(({ method }) => method)
  return taken.sort((a, b) => Number(b === usualMethods[currency]) - Number(a === usualMethods[currency]))
}

/** Default plan: one with a badge, else 12 months, else the longest. */
export const usualOffer = (offers: readonly Offer[]): Offer | undefined =>
  offers.find((offer) => offer.badge) ?? offers.find((offer) => offer.months === 12) ?? offers[offers.length - 1]

/** Price per month in minor units, rounded half-even. For display only; never charged. */
export const perMonthMinor = (price: Price, months: number): number =>
  Number(divideHalfEven(BigInt(price.priceMinor), BigInt(months)))

export const savedMinor = (price: Price): number | null =>
  price.listPriceMinor !== null && price.listPriceMinor > price.priceMinor
    ? price.listPriceMinor - price.priceMinor
    : null

/** End of a plan bought at `now`: remaining time is kept and extended. */
export const arrival = (offer: Offer, now: Date, expiresAt: number | null): Date =>
  planEnd(new Date(Math.max(now.getTime(), expiresAt ?? 0)), offer.months, offer.bonusDays)

export type GroupOffer = { readonly offer: Offer; readonly perPersonMinor: number }

/** Lowest price per person: of the chosen plan if sold to groups, else of the plan cheapest per month. */
export function groupOffer(offers: readonly Offer[], chosen: Offer, currency: Currency): GroupOffer | null {
  const lowest = (offer: Offer): GroupOffer | null => {
    const prices = offer.groupPrices.filter((price) => price.currency === currency).map((price) => price.perPersonMinor)
    return prices.length > 0 ? { offer, perPersonMinor: Math.min(...prices) } : null
  }
  const perMonth = (group: GroupOffer) => group.perPersonMinor / group.offer.months
  const own = lowest(chosen)
  if (own) return own
  const all = offers.map(lowest).filter((group) => group !== null)
  return all.reduce<GroupOffer | null>(
    (best, group) => (best && perMonth(best) <= perMonth(group) ? best : group),
    null,
  )
}
