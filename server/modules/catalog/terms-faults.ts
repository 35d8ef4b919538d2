import Type from 'typebox'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { actsOf, riskRules, type RiskRule } from '#shared/risk-rules.ts'
import type { Sentence } from '#shared/sentence.ts'
import { findFileFaults, placeInFile } from '#server/platform/file-faults.ts'
import { sentence } from '#text/sentence.ts'

const exact = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1 })
const Count = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  says: sentence('allowed.from', { least: 0 }),
})
const Some = Type.Integer({ minimum: 1, maximum: 1_000_000, says: sentence('allowed.from', { least: 1 }) })
const ReserveDays = Type.Integer({ minimum: 1, maximum: 730, says: sentence('allowed.days', { least: 1, most: 730 }) })
const RiskDoes = (rule: RiskRule) =>
  Type.Union(
    actsOf(rule).map((act) => Type.Literal(act)),
    { says: sentence('allowed.oneOf', { names: actsOf(rule).join(', ') }) },
  )
const Bps = Type.Integer({ minimum: 0, maximum: 10_000, says: sentence('allowed.basisPoints', { most: 10_000 }) })

const Terms = Type.Object(
  {
    version: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      says: sentence('allowed.from', { least: 1 }),
    }),
    since: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', says: sentence('allowed.day', { example: '2025-04-20' }) }),
    currency: Type.Literal('USD'),
    tiers: Type.Array(
      Type.Object(
        {
          id: Text,
          names: Type.Object({ en: Text, 'zh-CN': Text }, exact),
          fromPaidReferrals: Count,
          byOperator: Type.Optional(Type.Boolean()),
          firstBps: Bps,
          renewalBps: Bps,
          reserve: Type.Optional(Type.Object({ bps: Bps, days: ReserveDays }, exact)),
        },
        exact,
      ),
      { minItems: 1, says: sentence('allowed.tiers') },
    ),
    holdDays: Count,
    longerHolds: Type.Optional(
      Type.Object(
        {
          newAffiliate: Type.Optional(Type.Object({ months: Count, days: Count }, exact)),
          card: Type.Optional(Type.Object({ fromBps: Bps, days: Count }, exact)),
        },
        exact,
      ),
    ),
    risk: Type.Optional(
      Type.Object(
        {
          acts: Type.Optional(
            Type.Object(Object.fromEntries(riskRules.map((rule) => [rule, Type.Optional(RiskDoes(rule))])), exact),
          ),
          numbers: Type.Optional(
            Type.Object(
              {
                refunds: Type.Optional(Type.Object({ orders: Some }, exact)),
                disputes: Type.Optional(Type.Object({ orders: Some, percent: Some }, exact)),
                jump: Type.Optional(Type.Object({ friends: Some }, exact)),
              },
              exact,
            ),
          ),
        },
        exact,
      ),
    ),
    minPayoutMinor: Count,
    attributionDays: Count,
    invitedTrialMinutes: Count,
    referRateBps: Bps,
    usdPerUnitMicros: Type.Object(
      {
        CNY: Type.Integer({
          minimum: 1,
          maximum: 10_000_000,
          says: sentence('allowed.rate', { example: 140_000 }),
        }),
      },
      exact,
    ),
  },
  exact,
)

export function findTermsFaults(value: unknown): Sentence[] {
  const faults = findFileFaults(Terms, value, placeInFile)
  if (faults.length > 0) return faults
  const { tiers } = value as AffiliateTerms
  return tiers.flatMap((tier, index) => {
    const before = tiers[index - 1]
    if (!before)
      return [
        ...(tier.fromPaidReferrals === 0 ? [] : [sentence('terms.firstAtZero')]),
        ...(tier.byOperator ? [sentence('terms.firstByItself')] : []),
      ]
    return [
      ...(tier.fromPaidReferrals > before.fromPaidReferrals ? [] : [sentence('terms.startsLater', { tier: tier.id })]),
      ...(tier.firstBps >= before.firstBps && tier.renewalBps >= before.renewalBps
        ? []
        : [sentence('terms.paysLess', { tier: tier.id })]),
    ]
  })
}
