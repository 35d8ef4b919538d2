import { useEffect } from 'react'
import type { Language } from '#shared/language.ts'
import { enterSite } from '#web/client/login-return.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#web/text/en/auth.ts'

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly onProblem: (summary: string) => void
}

const loadPasskeys = () => import('./passkey-sign-in.ts')

/** Signs in with a passkey: by the button, or from what the browser offers at the field for the name. */
export function PasskeyButton({ t, language, onProblem }: Props) {
  const { busy, send } = useSending(language, ({ message }) => {
    onProblem(message)
    return 'taken'
  })
  useEffect(() => {
    void offerInField()
  }, [])

  const signIn = () =>
    send(async () => {
      if (!('PublicKeyCredential' in window)) return onProblem(t.passkeyUnknown)
      const { signInWithPasskey } = await loadPasskeys()
      const entered = await signInWithPasskey()
      if (!entered) return onProblem(t.passkeyNone)
      enterSite(entered)
      return 'leaving'
    })
  return (
    <button type="button" className="btn quiet wide" aria-busy={busy || undefined} onClick={() => void signIn()}>
      {t.passkey}
    </button>
  )
}

/** No one asked for it: whatever goes wrong here goes unsaid, and the button remains. */
async function offerInField(): Promise<void> {
  try {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
    const { signInWithPasskey } = await loadPasskeys()
    const entered = await signInWithPasskey({ inField: true })
    if (entered) enterSite(entered)
  } catch {
    // The form is there.
  }
}
