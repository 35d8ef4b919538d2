import { formatRate, type AffiliateTerms, type AffiliateTier } from '#shared/affiliate-terms.ts'
import { readRiskTerms, riskRules, type RiskSettings } from '#shared/risk-rules.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

const termsBounds = {
  rateBps: 5_000,
  holdDays: 7,
  minPayoutMinor: 2_000,
  worthFactor: 2,
  reserveBps: 5_000,
  reserveDays: 365,
} as const

const none = { firstBps: 0, renewalBps: 0 }
const noReserve = { bps: 0, days: 0 }
const tierBefore = ({ tiers }: AffiliateTerms, { id }: AffiliateTier) => tiers.find((tier) => tier.id === id) ?? none

/**
 * Bounds for affiliate terms that a change crosses. A value that was already beyond its bound and does not move further
 * crosses none. `today`: ISO date.
 */
export function findCrossedBounds(before: AffiliateTerms, after: AffiliateTerms, today: string): Sentence[] {
  const crossed: Sentence[] = []
  const mostRate = formatRate(termsBounds.rateBps)
  for (const tier of after.tiers) {
    const old = tierBefore(before, tier)
    for (const [code, rate] of [
      ['bound.firstRate', 'firstBps'],
      ['bound.renewalRate', 'renewalBps'],
    ] as const)
      if (tier[rate] > termsBounds.rateBps && tier[rate] > old[rate])
        crossed.push(sentence(code, { tier: tier.id, rate: formatRate(tier[rate]), most: mostRate }))
  }
  for (const tier of after.tiers)
    crossed.push(
      ...findReserveCrossed(
        before.tiers.find(({ id }) => id === tier.id),
        tier,
      ),
    )
  if (after.referRateBps > termsBounds.rateBps && after.referRateBps > before.referRateBps)
    crossed.push(sentence('bound.referRate', { rate: formatRate(after.referRateBps), most: mostRate }))
  if (after.holdDays < termsBounds.holdDays && after.holdDays < before.holdDays)
    crossed.push(sentence('bound.holdDays', { days: after.holdDays, least: termsBounds.holdDays }))
  if (after.minPayoutMinor < termsBounds.minPayoutMinor && after.minPayoutMinor < before.minPayoutMinor)
    crossed.push(sentence('bound.minPayout', { cents: after.minPayoutMinor, least: termsBounds.minPayoutMinor }))
  const [old, now] = [before.usdPerUnitMicros.CNY, after.usdPerUnitMicros.CNY]
  if (now >= old * termsBounds.worthFactor || old >= now * termsBounds.worthFactor)
    crossed.push(sentence('bound.yuan', { now, old }))
  const [rulesBefore, rules] = [readRiskTerms(before.risk), readRiskTerms(after.risk)]
  for (const rule of riskRules)
    if (rules.acts[rule] === 'off' && rulesBefore.acts[rule] !== 'off')
      crossed.push(sentence('bound.ruleOff', { rule }))
  if (after.since < today) crossed.push(sentence('bound.past', { since: after.since }))
  return crossed
}

/**
 * Finds a large reserve, or a smaller reserve in a tier with an unusually high rate. The reserve (the part of a
 * commission that is paid later) protects the shop against refunds after the payout.
 */
function findReserveCrossed(before: AffiliateTier | undefined, tier: AffiliateTier): Sentence[] {
  const [old, now] = [before?.reserve ?? noReserve, tier.reserve ?? noReserve]
  const isFar =
    (now.bps > termsBounds.reserveBps && now.bps > old.bps) ||
    (now.days > termsBounds.reserveDays && now.days > old.days)
  const isLess = now.bps < old.bps || now.days < old.days
  const crosses = isFar || (isLess && Math.max(tier.firstBps, tier.renewalBps) > termsBounds.rateBps)
  return crosses ? [sentence('bound.reserve', { tier: tier.id, now: reserveText(tier), old: reserveText(before) })] : []
}

const reached = (tier: AffiliateTier | undefined): Sentence =>
  sentence(tier?.byOperator ? 'reached.byOperator' : 'reached.byItself')
const reserveText = (tier: AffiliateTier | undefined): Sentence =>
  tier?.reserve
    ? sentence('reserve.of', { rate: formatRate(tier.reserve.bps), days: tier.reserve.days })
    : sentence('cell.none')
const numbersText = ({ numbers: { refunds, disputes, jump } }: RiskSettings): Sentence =>
  sentence('numbers.ofRules', {
    refunds: refunds.orders,
    disputes: disputes.orders,
    percent: disputes.percent,
    jump: jump.friends,
  })
const longerText = ({ longerHolds: { newAffiliate, card } = {} }: AffiliateTerms): Sentence => {
  const first = newAffiliate && sentence('holds.newAffiliate', newAffiliate)
  const second = card && sentence('holds.card', { rate: formatRate(card.fromBps), days: card.days })
  if (first && second) return sentence('cell.both', { first, second })
  return first ?? second ?? sentence('cell.none')
}

export function describeTermsChange(before: AffiliateTerms, after: AffiliateTerms): Sentence[] {
  const lines: Sentence[] = []
  const note = (what: Sentence, old: Value, now: Value) => {
    if (!areSame(old, now)) lines.push(sentence('termsChange.line', { what, old, now }))
  }
  for (const tier of after.tiers) {
    const { id } = tier
    const old = before.tiers.find((each) => each.id === id)
    if (!old) lines.push(sentence('termsChange.newTier', { tier: id, customers: tier.fromPaidReferrals }))
    else note(sentence('termsField.customers', { tier: id }), old.fromPaidReferrals, tier.fromPaidReferrals)
    note(sentence('termsField.reached', { tier: id }), reached(old), reached(tier))
    note(sentence('termsField.firstRate', { tier: id }), formatRate(old?.firstBps ?? 0), formatRate(tier.firstBps))
    note(
      sentence('termsField.renewalRate', { tier: id }),
      formatRate(old?.renewalBps ?? 0),
      formatRate(tier.renewalBps),
    )
    note(sentence('termsField.reserve', { tier: id }), reserveText(old), reserveText(tier))
  }
  for (const { id } of before.tiers.filter((tier) => !after.tiers.some((other) => other.id === tier.id)))
    lines.push(sentence('termsChange.endedTier', { tier: id }))
  note(sentence('termsField.holdDays'), before.holdDays, after.holdDays)
  note(sentence('termsField.longerHolds'), longerText(before), longerText(after))
  const [rulesBefore, rules] = [readRiskTerms(before.risk), readRiskTerms(after.risk)]
  for (const rule of riskRules) note(sentence('termsField.rule', { rule }), rulesBefore.acts[rule], rules.acts[rule])
  note(sentence('termsField.numbers'), numbersText(rulesBefore), numbersText(rules))
  note(sentence('termsField.minPayout'), before.minPayoutMinor, after.minPayoutMinor)
  note(sentence('termsField.attribution'), before.attributionDays, after.attributionDays)
  note(sentence('termsField.invitedTrial'), before.invitedTrialMinutes, after.invitedTrialMinutes)
  note(sentence('termsField.referRate'), formatRate(before.referRateBps), formatRate(after.referRateBps))
  note(sentence('termsField.yuan'), before.usdPerUnitMicros.CNY, after.usdPerUnitMicros.CNY)
  return lines
}

type Value = string | number | Sentence
const areSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)
