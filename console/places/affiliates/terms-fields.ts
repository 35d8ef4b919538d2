import type { AffiliateTerms, AffiliateTier } from '#shared/affiliate-terms.ts'
import { readRiskTerms, riskRules } from '#shared/risk-rules.ts'

/** Fields of the form as texts, by name. Percentages and amounts are as an operator writes them. */
export type TermsFields = Readonly<Record<string, string>>
export type TermsFault = 'empty' | 'whole' | 'percent' | 'amount' | 'date' | 'both' | 'id'

const percentText = (bps: number): string => String(bps / 100)

/** Fields of saved terms; inverse of `readTermsForm`. */
export function writeTermsForm(terms: AffiliateTerms): TermsFields {
  const { newAffiliate, card } = terms.longerHolds ?? {}
  const { numbers } = readRiskTerms(terms.risk)
  const chosen = terms.risk?.acts ?? {}
  return {
    since: terms.since,
    tiers: String(terms.tiers.length),
    ...Object.fromEntries(terms.tiers.flatMap((tier, index) => fieldsOfTier(tier, index))),
    holdDays: String(terms.holdDays),
    minPayout: (terms.minPayoutMinor / 100).toFixed(2),
    attributionDays: String(terms.attributionDays),
    trialMinutes: String(terms.invitedTrialMinutes),
    refer: percentText(terms.referRateBps),
    cny: String(terms.usdPerUnitMicros.CNY / 1_000_000),
    newMonths: newAffiliate ? String(newAffiliate.months) : '',
    newDays: newAffiliate ? String(newAffiliate.days) : '',
    cardPercent: card ? percentText(card.fromBps) : '',
    cardDays: card ? String(card.days) : '',
    refundOrders: String(numbers.refunds.orders),
    disputeOrders: String(numbers.disputes.orders),
    disputePercent: String(numbers.disputes.percent),
    jumpFriends: String(numbers.jump.friends),
    ...Object.fromEntries(riskRules.flatMap((rule) => (chosen[rule] ? [[`risk.${rule}`, chosen[rule]]] : []))),
  }
}

const fieldsOfTier = (tier: AffiliateTier, index: number): [string, string][] => [
  [`tier${index}.id`, tier.id],
  [`tier${index}.en`, tier.names.en],
  [`tier${index}.zh`, tier.names['zh-CN']],
  [`tier${index}.from`, String(tier.fromPaidReferrals)],
  [`tier${index}.first`, percentText(tier.firstBps)],
  [`tier${index}.renewal`, percentText(tier.renewalBps)],
  [`tier${index}.reserve`, tier.reserve ? percentText(tier.reserve.bps) : ''],
  [`tier${index}.reserveDays`, tier.reserve ? String(tier.reserve.days) : ''],
  [`tier${index}.byOperator`, tier.byOperator ? 'yes' : ''],
]

type Read = {
  /** Terms as the action takes them; null if a field is wrong. */
  readonly terms: AffiliateTerms | null
  readonly faults: Readonly<Record<string, TermsFault>>
}

/** Reads the form. `before`: terms that the form started with, with the version of the new ones. */
export function readTermsForm(fields: TermsFields, before: AffiliateTerms): Read {
  const faults: Record<string, TermsFault> = {}
  const textOf = (name: string): string => (fields[name] ?? '').trim()
  const number = (name: string, pattern: RegExp, fault: TermsFault, factor: number, most = Number.MAX_SAFE_INTEGER) => {
    const text = textOf(name)
    const value = Math.round(Number(text) * factor)
    if (text === '') faults[name] = 'empty'
    else if (!pattern.test(text) || value > most) faults[name] = fault
    return value
  }
  const whole = (name: string) => number(name, /^\d{1,9}$/, 'whole', 1)
  const some = (name: string) => {
    const value = whole(name)
    if (value === 0) faults[name] = 'whole'
    return value
  }
  const percent = (name: string) => number(name, /^\d{1,3}(?:\.\d{1,2})?$/, 'percent', 100, 10_000)
  const words = (name: string) => {
    const text = textOf(name)
    if (text === '') faults[name] = 'empty'
    return text
  }
  /** True if both fields of a pair have a value. One without the other is a fault. */
  const isPair = (one: string, other: string): boolean => {
    const [has, hasOther] = [textOf(one) !== '', textOf(other) !== '']
    if (has !== hasOther) faults[has ? other : one] = 'both'
    return has && hasOther
  }

  const since = textOf('since')
  if (!/^\d{4}-\d\d-\d\d$/.test(since)) faults.since = 'date'
  const tiers = Array.from({ length: Number(fields.tiers) }, (_, index): AffiliateTier => {
    const name = (part: string) => `tier${index}.${part}`
    const id = words(name('id'))
    if (id !== '' && !/^[a-z0-9][a-z0-9-]{0,30}$/.test(id)) faults[name('id')] = 'id'
    return {
      id,
      names: { en: words(name('en')), 'zh-CN': words(name('zh')) },
      fromPaidReferrals: index === 0 ? 0 : whole(name('from')),
      ...(fields[name('byOperator')] === 'yes' && { byOperator: true }),
      firstBps: percent(name('first')),
      renewalBps: percent(name('renewal')),
      ...(isPair(name('reserve'), name('reserveDays')) && {
        reserve: { bps: percent(name('reserve')), days: some(name('reserveDays')) },
      }),
    }
  })
  const newAffiliate = isPair('newMonths', 'newDays') && { months: whole('newMonths'), days: whole('newDays') }
  const card = isPair('cardPercent', 'cardDays') && { fromBps: percent('cardPercent'), days: whole('cardDays') }
  const acts = Object.fromEntries(
    riskRules.flatMap((rule) => {
      const act = fields[`risk.${rule}`]
      return act === undefined ? [] : [[rule, act]]
    }),
  )
  const numbers = {
    refunds: { orders: some('refundOrders') },
    disputes: { orders: some('disputeOrders'), percent: some('disputePercent') },
    jump: { friends: some('jumpFriends') },
  }
  const terms: AffiliateTerms = {
    version: before.version,
    since,
    currency: before.currency,
    tiers,
    holdDays: whole('holdDays'),
    ...((newAffiliate || card) && { longerHolds: { ...(newAffiliate && { newAffiliate }), ...(card && { card }) } }),
    risk: { ...(Object.keys(acts).length > 0 && { acts }), numbers },
    minPayoutMinor: number('minPayout', /^\d{1,7}(?:\.\d{1,2})?$/, 'amount', 100),
    attributionDays: whole('attributionDays'),
    invitedTrialMinutes: whole('trialMinutes'),
    referRateBps: percent('refer'),
    usdPerUnitMicros: {
      ...before.usdPerUnitMicros,
      CNY: number('cny', /^\d(?:\.\d{1,6})?$/, 'amount', 1_000_000, 10_000_000),
    },
  }
  return { terms: Object.keys(faults).length === 0 ? terms : null, faults }
}
