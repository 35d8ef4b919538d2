import { startAuthentication } from '@simplewebauthn/browser'
import { api, type CallInput } from '#web/client/api.ts'
import type { Entered } from './auth.calls.ts'
import { requireStorage } from './require-storage.ts'

type Words = { readonly passkeyUnknown: string; readonly passkeyNone: string }
type Entering = { readonly onEntered: (entered: Entered) => void; readonly onProblem: (sentence: string) => void }

/** Signs in by the passkey button. Returns `leaving` once the user is signed in and the page will change. */
export async function pressPasskeyButton(words: Words, { onEntered, onProblem }: Entering) {
  if (!('PublicKeyCredential' in window)) return onProblem(words.passkeyUnknown)
  const entered = await signInWithPasskey()
  if (!entered) return onProblem(words.passkeyNone)
  onEntered(entered)
  return 'leaving' as const
}

type Answer = CallInput<'/api/user/user_login_passkey'>['response']

/**
 * Signs in with a passkey; null if the user cancels or the device gives none. `inField` waits until a passkey is chosen
 * in the field's autofill; the passkey button ends that wait.
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
    // The user cancelled, or the device refused or timed out. Browsers report these in different ways, and the user
    // knows already.
    return null
  }
  await requireStorage()
  return api('/api/user/user_login_passkey', { response }, { handlesErrors: true })
}
