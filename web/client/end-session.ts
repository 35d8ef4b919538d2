import { abandonCalls, api } from '#web/client/api.ts'
import { forgetPerson } from '#web/client/person.ts'
import { forgetAllTokens } from '#web/client/tokens.ts'

let leaving = false
/** Someone pressed the button on this page: they are shown the door they chose, not the login page. */
export const isLeaving = (): boolean => leaving

/** Ends the session here whatever the server says: someone who leaves a shared computer must be able to. */
export async function endSession(): Promise<void> {
  leaving = true
  abandonCalls()
  try {
    await api('/api/user/user_logout', {}, { handlesErrors: true })
  } catch {
    // The token is forgotten below; on the server it dies of age.
  }
  forgetAllTokens()
  forgetPerson()
}
