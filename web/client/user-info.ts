import { ApiError, isOutage } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { notePerson } from '#web/client/person.ts'
import { forgetAllTokens, holdsAnyToken, storedToken } from '#web/client/tokens.ts'

export type User = CallOutput<'/api/system/system_user_info'>

/** What a person knows their account by. */
export const nameOf = ({ accountName, email, phone, uid }: User): string => accountName ?? email ?? phone ?? String(uid)

/** A refusal that speaks of the request: a clock that is wrong, or a database that started since the request was signed. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 'InvalidSignature'

/** Someone whose sign-up was cut off holds what opens the user-info call alone: its answer brings the rest. */
export async function finishSignUp(): Promise<void> {
  if (storedToken() === null && holdsAnyToken()) await fetchUser()
}

/**
 * The signed-in user, or null for someone who is signed out. An answer about the caller other than the user ends the
 * session and forgets the token (SPEC §4). No answer, an outage and a refused signature say nothing about the caller:
 * they reject with an `ApiError`, and the token stays.
 */
export async function fetchUser(): Promise<User | null> {
  if (!holdsAnyToken()) return null
  try {
    const user = await api('/api/system/system_user_info', {}, { handlesErrors: true })
    notePerson(user.uid)
    return user
  } catch (error) {
    if (!(error instanceof ApiError) || isOutage(error) || isStale(error)) throw error
    forgetAllTokens()
    return null
  }
}
