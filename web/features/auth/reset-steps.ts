import type { IdentifierKind } from '#shared/account-rules.ts'

export const resetSteps = ['who', 'code', 'password'] as const
export type ResetStep = (typeof resetSteps)[number]

export const firstKind = (kinds: readonly IdentifierKind[]): IdentifierKind =>
  kinds.includes('email') ? 'email' : 'account_name'

/** Step of the password reset that contains each field, to return to if the server refuses that field later. */
const stepOf: Readonly<Record<string, ResetStep>> = { identifier: 'who', code: 'code', recoveryCode: 'code' }

/** Step to return to when the server refuses the new password; null if the fault is in the password itself. */
export function stepBack(status: string, fields: Readonly<Record<string, string | undefined>>): ResetStep | null {
  const field = Object.keys(fields).find((name) => stepOf[name])
  return (field && stepOf[field]) || (status === 'WrongRecoveryCode' ? 'code' : null)
}
