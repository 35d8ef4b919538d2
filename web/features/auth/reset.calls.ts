import type { IdentifierKind } from '#shared/account-rules.ts'
import { api } from '#web/client/api.ts'
import { ticketOf } from './auth.calls.ts'

type ResetInput = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly password: string
  readonly proof: { readonly code: string } | { readonly recoveryCode: string }
}

/** Sets the new password and ends all sessions of the account. Does not sign the user in. */
export async function resetPassword({ kind, identifier, password, proof }: ResetInput): Promise<void> {
  const quiet = { handlesErrors: true }
  if ('recoveryCode' in proof) {
    await api('/api/user/user_reset_with_recovery_code', { kind, identifier, password, ...proof }, quiet)
  } else if (kind !== 'account_name') {
    const ticket = ticketOf('reset', identifier)
    await api('/api/user/user_reset_password', { kind, identifier, password, ...proof, ...ticket }, quiet)
  }
}
