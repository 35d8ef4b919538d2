import type { Language, Localized } from './language.ts'

/**
 * Fraud rules that hold a commission or request a check. Checks that reject directly, as for trials and seats, are not
 * part of this list.
 */
export const riskRules = [
  'same_payer',
  'payer_shared_by_friends',
  'same_device',
  'device_shared',
  'same_network_burst',
  'self_group',
  'payout_address_shared',
  'tier_jump',
  'refund_after_reward',
  'dispute_rate',
] as const
export type RiskRule = (typeof riskRules)[number]

/**
 * Effect of a fraud rule. `hold`: the commission waits for an operator's decision. `ask`: an operator is asked, but
 * nothing waits.
 */
const riskActs = ['off', 'ask', 'hold'] as const
export type RiskAct = Exclude<(typeof riskActs)[number], 'off'>

/**
 * Fraud rules about an affiliate's overall conduct. They concern no single commission, so they `ask` and never `hold`.
 */
const ofConduct: readonly RiskRule[] = ['tier_jump', 'refund_after_reward', 'dispute_rate']
export const actsOf = (rule: RiskRule): readonly (RiskAct | 'off')[] =>
  ofConduct.includes(rule) ? riskActs.filter((act) => act !== 'hold') : riskActs

export type RiskSettings = {
  readonly acts: Readonly<Record<RiskRule, RiskAct | 'off'>>
  readonly numbers: {
    readonly refunds: { readonly orders: number }
    readonly disputes: { readonly orders: number; readonly percent: number }
    readonly jump: { readonly friends: number }
  }
}

export type RiskTerms = {
  readonly acts?: Partial<RiskSettings['acts']>
  readonly numbers?: Partial<RiskSettings['numbers']>
}

const defaults: RiskSettings = {
  acts: {
    same_payer: 'hold',
    payer_shared_by_friends: 'hold',
    same_device: 'hold',
    device_shared: 'hold',
    same_network_burst: 'hold',
    self_group: 'hold',
    payout_address_shared: 'ask',
    tier_jump: 'ask',
    refund_after_reward: 'ask',
    dispute_rate: 'ask',
  },
  numbers: { refunds: { orders: 3 }, disputes: { orders: 3, percent: 5 }, jump: { friends: 10 } },
}

export function readRiskTerms({ acts = {}, numbers = {} }: RiskTerms = {}): RiskSettings {
  const published = { ...defaults.acts, ...acts }
  // Rules about conduct never hold a commission, even if terms say so.
  for (const rule of ofConduct) if (published[rule] === 'hold') published[rule] = 'ask'
  return { acts: published, numbers: { ...defaults.numbers, ...numbers } }
}

/** Review reason stored with a commission that a rule holds. Operators write a free-text reason instead. */
export const heldByRule = (rule: RiskRule): string => `rule ${rule}`
/**
 * Review reasons that fraud rules write. An operator's free text may start with the same words but is not one of them.
 */
export const ruleMarks: readonly string[] = riskRules.map(heldByRule)
const isHeldByRule = (reason: string): boolean => ruleMarks.includes(reason)

/** Review reasons of a commission whose buyer may have got an undue discount; an operator decides about the order. */
export const heldForPurchase = ['first purchase again', 'promo code used beyond its limit'] as const

/**
 * Kind of reason for holding a commission. `accounts`: accounts may belong to one person. `purchase`: the order is
 * under review. `other`: an operator wrote the reason.
 */
export type HoldReason = 'accounts' | 'purchase' | 'other'

/**
 * Part of a review reason that the affiliate may see. The fraud rule is never revealed, because that would help the
 * next attempt.
 */
export function explainHold(marked: string): { readonly why: HoldReason; readonly words: string | null } {
  if (isHeldByRule(marked)) return { why: 'accounts', words: null }
  const isPurchase = heldForPurchase.some((each) => each === marked)
  return isPurchase ? { why: 'purchase', words: null } : { why: 'other', words: marked }
}

export const holdSentences: Readonly<Record<Exclude<HoldReason, 'other'>, Localized>> = {
  accounts: {
    en: 'Some accounts behind it may be one and the same person’s. Someone of us looks first; you need to do nothing. If all is well, it goes on as if nothing had been.',
    'zh-CN': '相关的几个账号可能属于同一个人，需要人工核实，你不用做任何事。核实没问题，佣金就照常发放。',
  },
  purchase: {
    en: 'Someone of us looks at the purchase behind it first; you need to do nothing. If all is well, it goes on as if nothing had been.',
    'zh-CN': '这笔订单需要人工核实，你不用做任何事。核实没问题，佣金就照常发放。',
  },
}

export function reviewReasonText(reason: string | null, language: Language): string | null {
  if (reason === null) return null
  const { why } = explainHold(reason)
  return why === 'other' ? reason : holdSentences[why][language]
}
