import { formatRate, type AffiliateTerms, type AffiliateTier } from '#shared/affiliate-terms.ts'
import { readRiskTerms, riskRules, type RiskSettings } from '#shared/risk-rules.ts'

/** Bounds beyond which a change of terms needs a second operator. */
export const termsBounds = {
  rateBps: 5_000,
  holdDays: 7,
  minPayoutMinor: 2_000,
  worthFactor: 2,
  reserveBps: 5_000,
  reserveDays: 365,
} as const

/** Rates before for a new tier. */
const none = { firstBps: 0, renewalBps: 0 }
const noReserve = { bps: 0, days: 0 }
const tierBefore = ({ tiers }: AffiliateTerms, { id }: AffiliateTier) => tiers.find((tier) => tier.id === id) ?? none

/**
 * Bounds that a change crosses, as sentences. Values beyond a bound that do not go further cross none. `today`: ISO
 * date.
 */
export function findCrossedBounds(before: AffiliateTerms, after: AffiliateTerms, today: string): string[] {
  const crossed: string[] = []
  for (const tier of after.tiers) {
    const old = tierBefore(before, tier)
    for (const [what, rate] of [
      ['first purchases', 'firstBps'],
      ['renewals', 'renewalBps'],
    ] as const)
      if (tier[rate] > termsBounds.rateBps && tier[rate] > old[rate])
        crossed.push(
          `tier ${tier.id} pays ${formatRate(tier[rate])} of ${what}, above ${formatRate(termsBounds.rateBps)}`,
        )
  }
  for (const tier of after.tiers)
    crossed.push(
      ...findReserveCrossed(
        before.tiers.find(({ id }) => id === tier.id),
        tier,
      ),
    )
  if (after.referRateBps > termsBounds.rateBps && after.referRateBps > before.referRateBps)
    crossed.push(`bonus time is ${formatRate(after.referRateBps)}, above ${formatRate(termsBounds.rateBps)}`)
  if (after.holdDays < termsBounds.holdDays && after.holdDays < before.holdDays)
    crossed.push(`the hold is ${after.holdDays} days, under ${termsBounds.holdDays}`)
  if (after.minPayoutMinor < termsBounds.minPayoutMinor && after.minPayoutMinor < before.minPayoutMinor)
    crossed.push(`the minimum payout is ${after.minPayoutMinor} cents, under ${termsBounds.minPayoutMinor}`)
  const [old, now] = [before.usdPerUnitMicros.CNY, after.usdPerUnitMicros.CNY]
  if (now >= old * termsBounds.worthFactor || old >= now * termsBounds.worthFactor)
    crossed.push(`a yuan is worth ${now} millionths of a dollar, and was ${old}`)
  const [rulesBefore, rules] = [readRiskTerms(before.risk), readRiskTerms(after.risk)]
  for (const rule of riskRules)
    if (rules.acts[rule] === 'off' && rulesBefore.acts[rule] !== 'off') crossed.push(`rule ${rule} is switched off`)
  if (after.since < today) crossed.push(`it counts from ${after.since}, which is over`)
  return crossed
}

/**
 * Finds a large reserve, or a smaller one in a tier beyond the rate bound, where it protects against refunds after the
 * payout.
 */
function findReserveCrossed(before: AffiliateTier | undefined, tier: AffiliateTier): string[] {
  const [old, now] = [before?.reserve ?? noReserve, tier.reserve ?? noReserve]
  const isFar =
    (now.bps > termsBounds.reserveBps && now.bps > old.bps) ||
    (now.days > termsBounds.reserveDays && now.days > old.days)
  const isLess = now.bps < old.bps || now.days < old.days
  const crosses = isFar || (isLess && Math.max(tier.firstBps, tier.renewalBps) > termsBounds.rateBps)
  return crosses ? [`tier ${tier.id} keeps a reserve of ${reserveText(tier)}, and kept ${reserveText(before)}`] : []
}

const reached = (tier: AffiliateTier | undefined): string => (tier?.byOperator ? 'by an operator alone' : 'by itself')
const reserveText = (tier: AffiliateTier | undefined): string =>
  tier?.reserve ? `${formatRate(tier.reserve.bps)} for ${tier.reserve.days} days` : 'none'
const numbersText = ({ numbers: { refunds, disputes, jump } }: RiskSettings): string =>
  `${refunds.orders} refunded, ${disputes.orders} and ${disputes.percent} % disputed, ${jump.friends} in a day`
const longerText = ({ longerHolds: { newAffiliate, card } = {} }: AffiliateTerms): string =>
  [
    ...(newAffiliate ? [`the first ${newAffiliate.months} months: ${newAffiliate.days} days`] : []),
    ...(card ? [`cards from ${formatRate(card.fromBps)}: ${card.days} days`] : []),
  ].join(', ') || 'none'

/** Changed numbers before and after, as lines for the operator. */
export function describeTermsChange(before: AffiliateTerms, after: AffiliateTerms): string[] {
  const lines: string[] = []
  const note = (what: string, old: string | number, now: string | number) => {
    if (old !== now) lines.push(`${what}: ${old} → ${now}`)
  }
  for (const tier of after.tiers) {
    const old = before.tiers.find(({ id }) => id === tier.id)
    if (!old) lines.push(`tier ${tier.id}: new, from ${tier.fromPaidReferrals} paying customers`)
    else note(`tier ${tier.id}, from paying customers`, old.fromPaidReferrals, tier.fromPaidReferrals)
    note(`tier ${tier.id}, reached`, reached(old), reached(tier))
    note(`tier ${tier.id}, first purchases`, formatRate(old?.firstBps ?? 0), formatRate(tier.firstBps))
    note(`tier ${tier.id}, renewals`, formatRate(old?.renewalBps ?? 0), formatRate(tier.renewalBps))
    note(`tier ${tier.id}, reserve`, reserveText(old), reserveText(tier))
  }
  for (const { id } of before.tiers.filter((tier) => !after.tiers.some((other) => other.id === tier.id)))
    lines.push(`tier ${id}: ends`)
  note('days of hold', before.holdDays, after.holdDays)
  note('longer holds', longerText(before), longerText(after))
  const [rulesBefore, rules] = [readRiskTerms(before.risk), readRiskTerms(after.risk)]
  for (const rule of riskRules) note(`rule ${rule}`, rulesBefore.acts[rule], rules.acts[rule])
  note('numbers of the rules', numbersText(rulesBefore), numbersText(rules))
  note('minimum payout, cents', before.minPayoutMinor, after.minPayoutMinor)
  note('days of attribution', before.attributionDays, after.attributionDays)
  note('minutes of an invited trial', before.invitedTrialMinutes, after.invitedTrialMinutes)
  note('bonus time', formatRate(before.referRateBps), formatRate(after.referRateBps))
  note('a yuan in millionths of a dollar', before.usdPerUnitMicros.CNY, after.usdPerUnitMicros.CNY)
  return lines
}
