import { abandonCalls, api } from '#web/client/api.ts'
import { forgetPerson } from '#web/client/person.ts'
import { forgetAllTokens } from '#web/client/tokens.ts'

let leaving = false
export const isLeaving = (): boolean => leaving

/** Ends the session in this browser even if the server call fails, because others may use the computer. */
export async function endSession(): Promise<void> {
  leaving = true
  abandonCalls()
  try {
    await api('/api/user/user_logout', {}, { handlesErrors: true })
  } catch {
    // If the server cannot be told, its session expires by itself, and the token is forgotten below.
  }
  forgetAllTokens()
  forgetPerson()
}
