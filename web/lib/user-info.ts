import { ApiError, isNetworkError } from '#web/lib/api-error.ts'
import { api, type CallOutput } from '#web/lib/api.ts'
import { forgetAllTokens, holdsAnyToken } from '#web/lib/tokens.ts'

export type User = CallOutput<'/api/system/system_user_info'>

/**
 * The signed-in user, or null for somebody who is signed out. An answer other than the user ends the session and
 * forgets the token (SPEC §4). No answer proves nothing: it rejects with `NetworkError`, and the token stays.
 */
export async function fetchUser(): Promise<User | null> {
  if (!holdsAnyToken()) return null
  try {
    return await api('/api/system/system_user_info', {}, { handlesErrors: true })
  } catch (error) {
    if (!(error instanceof ApiError) || isNetworkError(error)) throw error
    forgetAllTokens()
    return null
  }
}
