import type { IdentifierKind } from '#shared/account-rules.ts'

export const resetSteps = ['who', 'code', 'password'] as const
export type ResetStep = (typeof resetSteps)[number]

/** What one is asked for first. */
export const firstKind = (kinds: readonly IdentifierKind[]): IdentifierKind =>
  kinds.includes('email') ? 'email' : 'account_name'

/** Where each field stands, so that a late refusal leads back to it. */
const stepOf: Readonly<Record<string, ResetStep>> = { identifier: 'who', code: 'code', recoveryCode: 'code' }

/** The step that a refusal of the new password is about; null where it stays at the password. */
export function stepBack(status: string, fields: Readonly<Record<string, string | undefined>>): ResetStep | null {
  const field = Object.keys(fields).find((name) => stepOf[name])
  return (field && stepOf[field]) || (status === 'WrongRecoveryCode' ? 'code' : null)
}
