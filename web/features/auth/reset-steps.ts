import type { IdentifierKind } from '#shared/account-rules.ts'

export const resetSteps = ['who', 'code', 'password'] as const
export type ResetStep = (typeof resetSteps)[number]

export const firstKind = (kinds: readonly IdentifierKind[]): IdentifierKind =>
  kinds.includes('email') ? 'email' : 'account_name'

/** Step of each field, to go back to after a late refusal. */
const stepOf: Readonly<Record<string, ResetStep>> = { identifier: 'who', code: 'code', recoveryCode: 'code' }

/** Step that a refusal of the new password refers to; null if it is the password step. */
export function stepBack(status: string, fields: Readonly<Record<string, string | undefined>>): ResetStep | null {
  const field = Object.keys(fields).find((name) => stepOf[name])
  return (field && stepOf[field]) || (status === 'WrongRecoveryCode' ? 'code' : null)
}
