import type { OperatorLimitName } from '../../operator-limits.ts'
import type { OperatorRole } from './roles.ts'

/** The limit of what each role gives one user within 30 days; a viewer gives nothing. */
export const giftLimits = {
  support: 'giftDaysSupport',
  finance: 'giftDaysFinance',
  owner: 'giftDaysOwner',
} as const satisfies Readonly<Record<Exclude<OperatorRole, 'viewer'>, OperatorLimitName>>
