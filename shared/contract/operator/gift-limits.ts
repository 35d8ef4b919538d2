import type { OperatorLimitName } from '../../operator-limits.ts'
import type { OperatorRole } from './roles.ts'

/** Limit of gift days per user within 30 days for each role; viewers cannot give any. */
export const giftLimits = {
  support: 'giftDaysSupport',
  finance: 'giftDaysFinance',
  owner: 'giftDaysOwner',
} as const satisfies Readonly<Record<Exclude<OperatorRole, 'viewer'>, OperatorLimitName>>
