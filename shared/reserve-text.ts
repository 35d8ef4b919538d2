import { formatRate, type AffiliateTier } from './affiliate-terms.ts'
import type { Language } from './language.ts'

export function reserveText(tiers: readonly AffiliateTier[], language: Language): string {
  const isEnglish = language === 'en'
  return tiers
    .flatMap(({ names, reserve }) => {
      if (!reserve || reserve.bps === 0) return []
      const [name, rate, days] = [names[language], formatRate(reserve.bps), reserve.days]
      return isEnglish
        ? `In the ${name} tier, ${rate} of each commission is kept in reserve for ${days} more days after the hold ends, and then counts towards the next payout; refunds are taken from it first.`
        : `${name}档的佣金预留 ${rate}，冻结期结束后再过 ${days} 天计入下次结算；期间退款先从预留部分扣。`
    })
    .join(isEnglish ? ' ' : '')
}
