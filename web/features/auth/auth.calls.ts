import type { AddressKind } from '#shared/account-rules.ts'
import { api } from '#web/client/api.ts'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { fetchUser } from '#web/client/user-info.ts'
import type { AuthInput, AuthMode } from './auth-input.ts'

const quiet = { handlesErrors: true }

export type Entered = { readonly deletionCancelled: boolean }

/** Signs in. Registering answers with a register token, which the user-info call then turns into a full one. */
export async function submitAuth(
  mode: AuthMode,
  { kind, identifier, code, password, inviteCode, agreed }: AuthInput,
): Promise<Entered> {
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
  // The account exists now. Should this answer get lost, the next page of this tab asks again with the same token.
  await fetchUser().catch(() => null)
  return { deletionCancelled: false }
}

/** Where someone new comes from. Anyone who empties the field with the code in it wants no one to have brought them. */
export function campaignOf(inviteCode: string) {
  const { r, ...origin } = readOrigin()
  return { ...origin, ...(r !== undefined && inviteCode !== '' && { r }) }
}

/** Of the last code for each address: with its ticket no one else's requests and tries touch it. */
const tickets = new Map<string, string>()
export function ticketOf(purpose: 'register' | 'reset', identifier: string): { ticket?: string } {
  const ticket = tickets.get(`${purpose} ${identifier}`)
  return ticket === undefined ? {} : { ticket }
}

/** Returns in how many seconds the next code may be asked for. */
export async function sendCode(purpose: 'register' | 'reset', kind: AddressKind, identifier: string): Promise<number> {
  const sent = await api('/api/user/user_send_code', { purpose, kind, identifier }, quiet)
  tickets.set(`${purpose} ${identifier}`, sent.ticket)
  return sent.resendAfterSeconds
}

export const passFactor = (challenge: string, answer: { code: string } | { recoveryCode: string }): Promise<Entered> =>
  api('/api/user/user_login_second_factor', { challenge, ...answer }, quiet)
