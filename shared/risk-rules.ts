import type { Language, Localized } from './language.ts'

/** What a rule against fraud may see. Rules at the door, like those of trials and seats, refuse by themselves and raise none of these. */
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

/** `hold`: what is earned waits until a person decided. `ask`: a person decides, and nothing waits meanwhile. */
const riskActs = ['off', 'ask', 'hold'] as const
export type RiskAct = Exclude<(typeof riskActs)[number], 'off'>

/** These are about how an affiliate acts on the whole, and about no friend whose commission could wait: they ask, and never hold. */
const ofConduct: readonly RiskRule[] = ['tier_jump', 'refund_after_reward', 'dispute_rate']
export const actsOf = (rule: RiskRule): readonly (RiskAct | 'off')[] =>
  ofConduct.includes(rule) ? riskActs.filter((act) => act !== 'hold') : riskActs

/** Part of the terms: what each rule does, and from which numbers on. */
export type RiskSettings = {
  readonly acts: Readonly<Record<RiskRule, RiskAct | 'off'>>
  readonly numbers: {
    /** So many orders refunded after their commission was paid out, within 90 days. */
    readonly refunds: { readonly orders: number }
    /** So many disputed orders of 90 days, and so many per cent of those paid. */
    readonly disputes: { readonly orders: number; readonly percent: number }
    /** So many friends who pay first within a day, and a third of all of the month. */
    readonly jump: { readonly friends: number }
  }
}

/** What was published of it; the rest is the default. */
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
  // Terms of before may have set one of these to hold.
  for (const rule of ofConduct) if (published[rule] === 'hold') published[rule] = 'ask'
  return { acts: published, numbers: { ...defaults.numbers, ...numbers } }
}

/** How a commission that a rule holds is marked. Operators write a reason of their own instead. */
export const heldByRule = (rule: RiskRule): string => `rule ${rule}`
/** All of these marks. What an operator writes may begin like one, and is none. */
export const ruleMarks: readonly string[] = riskRules.map(heldByRule)
const isHeldByRule = (reason: string): boolean => ruleMarks.includes(reason)

/** How a commission is marked whose order was paid at a price that it may not have had: a person decides about the order. */
export const heldForPurchase = ['first purchase again', 'promo code used beyond its limit'] as const

/** `accounts`: a rule saw that some may be one person's. `purchase`: a person looks at the order. `other`: an operator says why. */
export type HoldReason = 'accounts' | 'purchase' | 'other'

/** What of a mark is for its affiliate: the kind, and what an operator wrote. Which rule saw what is never told: it would teach the next try. */
export function whyHeld(marked: string): { readonly why: HoldReason; readonly words: string | null } {
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

/** Why a commission waits, as its affiliate reads it beside it. */
export function reviewReasonText(reason: string | null, language: Language): string | null {
  if (reason === null) return null
  const { why } = whyHeld(reason)
  return why === 'other' ? reason : holdSentences[why][language]
}
