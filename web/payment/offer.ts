import { divideHalfEven, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { planEnd } from '#shared/membership-time.ts'
import type { SiteGoods, SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'

/** A plan in one language: what the page is rendered from and what `payment_shop` answers. */
export type Offer = Omit<SiteGoods, 'names' | 'badges'> & { readonly name: string; readonly badge: string | null }
export type Price = Offer['prices'][number]

export const priceIn = (offer: Offer, currency: Currency): Price | undefined =>
  offer.prices.find((price) => price.currency === currency)

/** Currencies in which at least one plan can be bought by at least one method. */
export const currenciesOf = (offers: readonly Offer[], methods: readonly SiteMethod[]): readonly Currency[] =>
  (['CNY', 'USD'] as const).filter(
    (currency) =>
      offers.some((offer) => priceIn(offer, currency)) &&
      methods.some((method) => method.currencies.includes(currency)),
  )

/** Readers of Chinese think in yuan, others in dollars; anyone who wants the other switches. */
export const usualCurrency = (language: Language, available: readonly Currency[]): Currency => {
  const usual = language === 'en' ? 'USD' : 'CNY'
  return available.includes(usual) ? usual : (available[0] ?? usual)
}

const usualMethods: Readonly<Record<Currency, Method>> = { USD: 'card', CNY: 'alipay' }

/** What takes this currency, the usual one first. */
export function methodsIn(methods: readonly SiteMethod[], currency: Currency): readonly Method[] {
  const taken = methods.filter((method) => method.currencies.includes(currency)).map(({ method }) => method)
  return taken.sort((a, b) => Number(b === usualMethods[currency]) - Number(a === usualMethods[currency]))
}

/** The plan that is chosen before anyone chooses: the one with a badge, else a year, else the longest. */
export const usualOffer = (offers: readonly Offer[]): Offer | undefined =>
  offers.find((offer) => offer.badge) ?? offers.find((offer) => offer.months === 12) ?? offers[offers.length - 1]

/** Price of one month in minor units, rounded half-even; for reading only, no one is charged it. */
export const perMonthMinor = (price: Price, months: number): number =>
  Number(divideHalfEven(BigInt(price.priceMinor), BigInt(months)))

/** What is saved against the list price, in minor units; null where there is no list price or nothing is saved. */
export const savedMinor = (price: Price): number | null =>
  price.listPriceMinor !== null && price.listPriceMinor > price.priceMinor
    ? price.listPriceMinor - price.priceMinor
    : null

/** The day on which a plan ends that is bought at `now`: time left on the account is kept and extended. */
export const arrival = (offer: Offer, now: Date, expiresAt: number | null): Date =>
  planEnd(new Date(Math.max(now.getTime(), expiresAt ?? 0)), offer.months, offer.bonusDays)

export type GroupOffer = { readonly offer: Offer; readonly perPersonMinor: number }

/** The lowest price per person in a group: of the chosen plan if it has one, else of the plan that is cheapest per month. */
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
