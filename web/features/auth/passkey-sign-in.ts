import { startAuthentication } from '@simplewebauthn/browser'
import { api, type CallInput } from '#web/client/api.ts'
import type { Entered } from './auth.calls.ts'

type Answer = CallInput<'/api/user/user_login_passkey'>['response']

/**
 * Signs in with a passkey that the person chooses; null where they choose none. `inField`: waits until they pick one
 * from the suggestions of a field; a press of the button ends that wait.
 */
export async function signInWithPasskey({ inField = false } = {}): Promise<Entered | null> {
  const options = await api('/api/user/user_passkey_options', {}, { handlesErrors: true })
  let response: Answer
  try {
    response = await startAuthentication({
      optionsJSON: { ...options, userVerification: 'required' },
      useBrowserAutofill: inField,
    })
  } catch {
    // Refused, closed, timed out: browsers tell these apart in many ways, and people know what they did.
    return null
  }
  return api('/api/user/user_login_passkey', { response }, { handlesErrors: true })
}
