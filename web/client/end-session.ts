import { abandonCalls, api } from '#web/client/api.ts'
import { forgetPerson } from '#web/client/person.ts'
import { forgetAllTokens } from '#web/client/tokens.ts'

let leaving = false
export const isLeaving = (): boolean => leaving

/** Ends the session in this browser even if the server call fails: the computer may be shared. */
export async function endSession(): Promise<void> {
  leaving = true
  abandonCalls()
  try {
    await api('/api/user/user_logout', {}, { handlesErrors: true })
  } catch {
    // The token is forgotten below; the server's session then expires by itself.
  }
  forgetAllTokens()
  forgetPerson()
}
