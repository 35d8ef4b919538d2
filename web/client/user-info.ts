import { ApiError, isOutage } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { savePerson } from '#web/client/person.ts'
import { forgetAllTokens, holdsAnyToken, storedToken } from '#web/client/tokens.ts'

export type User = CallOutput<'/api/system/system_user_info'>

export const nameOf = ({ accountName, email, phone, uid }: User): string => accountName ?? email ?? phone ?? String(uid)

/**
 * True if the server refused the signature's time: this device's clock is wrong, or the database restarted after
 * signing.
 */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 'InvalidSignature'

/** Exchanges a leftover register token for a session token, which the answer to the user-info call contains. */
export async function finishSignUp(): Promise<void> {
  if (storedToken() === null && holdsAnyToken()) await fetchUser()
}

/**
 * Fetches the signed-in user; null if signed out. A refusal by the server ends the session and forgets the token. A
 * network error, an outage or a refused signature says nothing about the session, so it rejects with an `ApiError` and
 * keeps the token.
 */
export async function fetchUser(): Promise<User | null> {
  if (!holdsAnyToken()) return null
  try {
    const user = await api('/api/system/system_user_info', {}, { handlesErrors: true })
    savePerson(user.uid)
    return user
  } catch (error) {
    if (!(error instanceof ApiError) || isOutage(error) || isStale(error)) throw error
    forgetAllTokens()
    return null
  }
}
