import { formatRate, type LongerHolds } from './affiliate-terms.ts'
import type { Language } from './language.ts'

export function longerHoldsText({ newAffiliate, card }: LongerHolds, language: Language): string {
  const isEnglish = language === 'en'
  const sentences: string[] = []
  if (newAffiliate)
    sentences.push(
      isEnglish
        ? `In an affiliate’s first ${newAffiliate.months} months: ${newAffiliate.days} days.`
        : `加入计划的前 ${newAffiliate.months} 个月，佣金冻结 ${newAffiliate.days} 天。`,
    )
  if (card)
    sentences.push(
      isEnglish
        ? `Paid by card, in a tier that pays ${formatRate(card.fromBps)} or more of first purchases: ${card.days} days.`
        : `首购比例达 ${formatRate(card.fromBps)} 的等级，银行卡付款的佣金冻结 ${card.days} 天。`,
    )
  return sentences.join(isEnglish ? ' ' : '')
}
