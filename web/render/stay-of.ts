import { formatMoney, money } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import { currenciesOf, priceIn, usualCurrency, usualOffer } from '#web/payment/offer.ts'
import { translatePlans } from './translate-plans.ts'

/** Suggested plan during a trial: the same default as on the pricing page. */
export function stayOf({ goods, methods }: Pick<SiteData, 'goods' | 'methods'>, language: Language) {
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
