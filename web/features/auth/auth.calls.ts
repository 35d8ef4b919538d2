import type { AddressKind } from '#shared/account-rules.ts'
import { api } from '#web/client/api.ts'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { fetchUser } from '#web/client/user-info.ts'
import type { AuthInput, AuthMode } from './auth-input.ts'
import { requireStorage } from './require-storage.ts'

const quiet = { handlesErrors: true }

export type Entered = { readonly deletionCancelled: boolean }

/** Signs in or registers. Registering returns a register token, which the user-info call exchanges. */
export async function submitAuth(
  mode: AuthMode,
  { kind, identifier, code, password, inviteCode, agreed }: AuthInput,
): Promise<Entered> {
  await requireStorage()
  if (mode === 'login') return api('/api/user/user_login', { kind, identifier, password, agreed }, quiet)
  const input = { password, agreed, campaign: campaignOf(inviteCode), ...(inviteCode !== '' && { inviteCode }) }
  if (kind === 'account_name')
    await api('/api/user/user_register_username', { ...input, accountName: identifier }, quiet)
  else
    await api(
      '/api/user/user_register_normal',
      { ...input, kind, identifier, code, ...ticketOf('register', identifier) },
      quiet,
    )
  // The account exists now. If the answer to this call is lost, the next page of this tab repeats the call with the
  // same token.
  await fetchUser().catch(() => null)
  return { deletionCancelled: false }
}

/**
 * Campaign origin (source) of a new account. An emptied invite code field means no inviter, so the referral is dropped.
 */
export function campaignOf(inviteCode: string) {
  const { r, ...origin } = readOrigin()
  return { ...origin, ...(r !== undefined && inviteCode !== '' && { r }) }
}

/**
 * Ticket from the last code sent to each email address or phone. Calls with a ticket are not blocked by other people's
 * requests and attempts for that address.
 */
const tickets = new Map<string, string>()
export function ticketOf(purpose: 'register' | 'reset', identifier: string): { ticket?: string } {
  const ticket = tickets.get(`${purpose} ${identifier}`)
  return ticket === undefined ? {} : { ticket }
}

/** Sends a verification code. Returns the seconds until another one can be requested. */
export async function sendCode(purpose: 'register' | 'reset', kind: AddressKind, identifier: string): Promise<number> {
  const sent = await api('/api/user/user_send_code', { purpose, kind, identifier }, quiet)
  tickets.set(`${purpose} ${identifier}`, sent.ticket)
  return sent.resendAfterSeconds
}

export const passFactor = (challenge: string, answer: { code: string } | { recoveryCode: string }): Promise<Entered> =>
  api('/api/user/user_login_second_factor', { challenge, ...answer }, quiet)
