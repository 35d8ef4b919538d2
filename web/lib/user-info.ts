import { ApiError, isOutage } from '#web/lib/api-error.ts'
import { api, type CallOutput } from '#web/lib/api.ts'
import { forgetAllTokens, holdsAnyToken } from '#web/lib/tokens.ts'

export type User = CallOutput<'/api/system/system_user_info'>

/**
 * The signed-in user, or null for somebody who is signed out. An answer about the caller other than the user ends the
 * session and forgets the token (SPEC §4). No answer and an outage say nothing about the caller: they reject with an
 * `ApiError`, and the token stays.
 */
export async function fetchUser(): Promise<User | null> {
  if (!holdsAnyToken()) return null
  try {
    return await api('/api/system/system_user_info', {}, { handlesErrors: true })
  } catch (error) {
    if (!(error instanceof ApiError) || isOutage(error)) throw error
    forgetAllTokens()
    return null
  }
}
