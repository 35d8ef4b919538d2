import type { OperatorLimitName } from '#shared/operator-limits.ts'

/**
 * Roles in ascending order; each includes the permissions of those before it, unless an action excludes it with
 * `except`. The contract of an action names its role.
 */
export const operatorRoles = ['viewer', 'support', 'finance', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const mayAct = (role: OperatorRole, need: { role: OperatorRole; except?: OperatorRole | undefined }): boolean =>
  hasRole(role, need.role) && role !== need.except

export const hasRole = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)

export const giftLimits = {
  support: 'giftDaysSupport',
  finance: 'giftDaysFinance',
  owner: 'giftDaysOwner',
} as const satisfies Readonly<Record<Exclude<OperatorRole, 'viewer'>, OperatorLimitName>>
