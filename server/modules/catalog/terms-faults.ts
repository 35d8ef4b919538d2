import Type from 'typebox'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { actsOf, riskRules, type RiskRule } from '#shared/risk-rules.ts'
import { findFaults } from '#server/platform/schema-faults.ts'

const exact = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1 })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, allowed: 'a whole number from 0' })
const Some = Type.Integer({ minimum: 1, maximum: 1_000_000, allowed: 'a whole number from 1' })
const ReserveDays = Type.Integer({ minimum: 1, maximum: 730, allowed: '1 to 730 days' })
const RiskDoes = (rule: RiskRule) =>
  Type.Union(
    actsOf(rule).map((act) => Type.Literal(act)),
    { allowed: actsOf(rule).join(', ') },
  )
const Bps = Type.Integer({ minimum: 0, maximum: 10_000, allowed: '0 to 10000 basis points' })

const Terms = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, allowed: 'a whole number from 1' }),
    since: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', allowed: 'a date like 2025-04-20' }),
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
      { minItems: 1, allowed: 'a list of one tier at least' },
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
          allowed: 'millionths of a dollar for one yuan, like 140000',
        }),
      },
      exact,
    ),
  },
  exact,
)

/** Reasons why these terms are invalid, as sentences. */
export function findTermsFaults(value: unknown): string[] {
  const faults = findFaults(Terms, value).map(({ place, allowed }) => `${place || 'the file'} is not ${allowed}`)
  if (faults.length > 0) return faults
  const { tiers } = value as AffiliateTerms
  return tiers.flatMap((tier, index) => {
    const before = tiers[index - 1]
    if (!before)
      return [
        ...(tier.fromPaidReferrals === 0 ? [] : ['the first tier starts at 0 paid referrals']),
        ...(tier.byOperator ? ['the first tier comes by itself'] : []),
      ]
    return [
      ...(tier.fromPaidReferrals > before.fromPaidReferrals
        ? []
        : [`tier ${tier.id} must start later than the one before`]),
      ...(tier.firstBps >= before.firstBps && tier.renewalBps >= before.renewalBps
        ? []
        : [`tier ${tier.id} may not pay less than the one before`]),
    ]
  })
}
