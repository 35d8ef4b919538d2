import type { PromoFits } from '#shared/errors.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'
import type { Offer } from '#web/payment/offer-prices.ts'
import type { Basket } from './promo-code.ts'

/**
 * Adds to a promo code's refusal the plans, methods or currencies that the code applies to, unless they are chosen
 * already.
 */
export function withFits(
  refusal: string,
  { plans, methods, currencies }: PromoFits,
  basket: Basket,
  t: PayingTexts['promoFits'],
  offers: readonly Offer[],
): string {
  const ways: Readonly<Record<string, string>> = t.by
  const sold = offers.filter(({ id }) => plans?.includes(id)).map(({ name }) => name)
  const taken = (methods ?? []).flatMap((method) => ways[method] ?? [])
  const said = [
    plans && !plans.includes(basket.goodsId) ? (sold.length > 0 ? t.plans(sold.join(t.or)) : t.noPlan) : null,
    methods && !methods.includes(basket.method) && taken.length > 0 ? t.methods(taken.join(t.or)) : null,
    currencies && !currencies.includes(basket.currency) && currencies.length > 0
      ? t.currencies(currencies.join(t.or))
      : null,
  ].filter((text) => text !== null)
  if (said.length === 0) return refusal
  return [/[.。]$/.test(refusal) ? refusal : `${refusal}${t.stop}`, ...said].join(t.gap)
}
