import type { SiteData, SiteGoods } from '#shared/site.ts'
import type { Language } from '#shared/language.ts'
import { type Offer, currenciesOf, priceIn, usualCurrency, usualOffer } from '#web/payment/offer-prices.ts'
import { formatMoney, money } from '#shared/money.ts'

export const supportUrlOf = ({ links }: Pick<SiteData, 'links'>): string | null =>
  links.find(({ key }) => key === 'support')?.url ?? null

/** Link to help with payment problems: the operator's support URL, otherwise the messages in the account area. */
export const helpUrlOf = (data: Pick<SiteData, 'links' | 'supportInbox'>): string | null =>
  supportUrlOf(data) ?? (data.supportInbox ? '/user/help' : null)

export const translatePlans = (goods: readonly SiteGoods[], language: Language): readonly Offer[] =>
  goods.map(({ names, badges, ...rest }) => ({ ...rest, name: names[language], badge: badges?.[language] ?? null }))

/** Versions of terms and privacy policy in both languages. An agreement is valid for exactly these versions. */
export const agreementVersions = ({ content }: Pick<SiteData, 'content'>): string =>
  ['terms-of-service', 'privacy-policy']
    .flatMap((slug) => [content.en, content['zh-CN']].map(({ clauses }) => clauses.find((text) => text.slug === slug)))
    .map((text) => text?.version ?? 0)
    .join('.')

/** Most common number of devices among the plans (the smaller if tied), and the largest number. */
export function usualDevices(goods: readonly Pick<SiteGoods, 'maxDevices'>[]): { usual: number; most: number } {
  const counts = goods.map(({ maxDevices }) => maxDevices).toSorted((a, b) => a - b)
  const share = (count: number) => counts.filter((each) => each === count).length
  const usual = counts.reduce((best, count) => (share(count) > share(best) ? count : best), counts[0] ?? 0)
  return { usual, most: counts.at(-1) ?? 0 }
}

/** Plan suggested during a trial, the same as the default on the pricing page. */
export function suggestedPlan({ goods, methods }: Pick<SiteData, 'goods' | 'methods'>, language: Language) {
  const offers = translatePlans(goods, language)
  const currency = usualCurrency(language, currenciesOf(offers, methods))
  const plan = usualOffer(offers.filter((offer) => priceIn(offer, currency)))
  const price = plan && priceIn(plan, currency)
  if (!plan || !price) return null
  return {
    query: new URLSearchParams({ plan: plan.id, currency }).toString(),
    name: plan.name,
    sum: formatMoney(money(price.priceMinor, currency), language, { whole: true }),
  }
}
