import type { Language } from '#shared/language.ts'
import type { SiteGoods } from '#shared/site.ts'
import type { Offer } from '#web/payment/offer.ts'

export const translatePlans = (goods: readonly SiteGoods[], language: Language): readonly Offer[] =>
  goods.map(({ names, badges, ...rest }) => ({ ...rest, name: names[language], badge: badges?.[language] ?? null }))
