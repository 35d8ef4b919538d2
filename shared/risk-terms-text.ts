import type { Language, Localized } from './language.ts'
import { readRiskTerms, type RiskRule, type RiskTerms } from './risk-rules.ts'

/** Clause of the affiliate terms for each fraud rule. The text before it ends with "where". */
const phrases: Readonly<Record<RiskRule, Localized>> = {
  same_payer: {
    en: 'a friend pays from the same account as the person who invited them',
    'zh-CN': '好友与邀请人用同一个账户付款',
  },
  payer_shared_by_friends: {
    en: 'several friends of one person pay from one account',
    'zh-CN': '同一人邀请的多位好友用同一个账户付款',
  },
  same_device: { en: 'a friend uses a device of the person who invited them', 'zh-CN': '好友与邀请人共用设备' },
  device_shared: {
    en: 'several accounts use one device, or one after the other',
    'zh-CN': '多个账号共用或先后使用同一台设备',
  },
  same_network_burst: {
    en: 'many friends of one person sign up from one network',
    'zh-CN': '同一人邀请的多位好友在同一网络注册',
  },
  self_group: {
    en: 'all seats of a group seem to belong to one person',
    'zh-CN': '一个拼团的所有座位疑似属于同一人',
  },
  payout_address_shared: { en: 'several affiliates are paid to one address', 'zh-CN': '多位推广者使用同一个收款地址' },
  tier_jump: {
    en: 'unusually many customers of an affiliate pay for the first time within a day',
    'zh-CN': '推广者的首购客户在一天内异常增多',
  },
  refund_after_reward: {
    en: 'several orders are refunded after their commission was paid out',
    'zh-CN': '多笔订单在佣金打款后退款',
  },
  dispute_rate: {
    en: 'unusually many orders of an affiliate’s customers are disputed',
    'zh-CN': '推广者的客户发生支付争议的订单异常多',
  },
}

/**
 * Fraud rules that sign-ups, purchases and payouts check on their own; switching such a rule off only stops later
 * checks.
 */
const lookedForAnyway: readonly RiskRule[] = [
  'same_payer',
  'payer_shared_by_friends',
  'same_device',
  'device_shared',
  'same_network_burst',
  'payout_address_shared',
]

export function riskText(terms: RiskTerms | undefined, language: Language): string {
  const { acts } = readRiskTerms(terms)
  const rules = (Object.keys(phrases) as RiskRule[]).filter(
    (rule) => acts[rule] !== 'off' || lookedForAnyway.includes(rule),
  )
  const waits = rules.filter((rule) => lookedForAnyway.includes(rule) || acts[rule] === 'hold')
  const looked = rules.filter((rule) => !waits.includes(rule))
  const list = (of: readonly RiskRule[]) => of.map((rule) => phrases[rule][language])
  const sentences =
    language === 'en'
      ? [
          `What is earned may wait until one of us has looked, or is not paid, where ${list(waits).join('; where ')}.`,
          looked.length > 0 &&
            `One of us also looks, and nothing waits for that, where ${list(looked).join('; where ')}.`,
        ]
      : [
          `有以下情形的，相关奖励和佣金可能要等人工核实，也可能不予发放：${list(waits).join('；')}。`,
          looked.length > 0 && `有以下情形的，也会人工查看，但奖励和佣金不因此延后：${list(looked).join('；')}。`,
        ]
  return sentences.filter((sentence) => sentence !== false).join(language === 'en' ? ' ' : '')
}
