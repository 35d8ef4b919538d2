import type { OperatorLimitName } from '../../operator-limits.ts'
import type { OperatorRole } from './roles.ts'

export const giftLimits = {
  support: 'giftDaysSupport',
  finance: 'giftDaysFinance',
  owner: 'giftDaysOwner',
} as const satisfies Readonly<Record<Exclude<OperatorRole, 'viewer'>, OperatorLimitName>>
