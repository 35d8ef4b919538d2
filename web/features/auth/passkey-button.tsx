import { useEffect, useRef } from 'react'
import type { Language } from '#shared/language.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import type { Entered } from './auth.calls.ts'

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly className: string
  readonly label: string
  readonly onEntered: (entered: Entered) => void
  readonly onProblem: (summary: string) => void
}

const loadPasskeys = () => import('./passkey-sign-in.ts')

/** Signs in with a passkey, by button or by the browser's autofill in the name field. */
export function PasskeyButton({ t, language, className, label, onEntered, onProblem }: Props) {
  const { busy, send } = useSending(language, ({ message }) => {
    onProblem(message)
    return 'taken'
  })
  const enter = useRef(onEntered)
  useEffect(() => {
    enter.current = onEntered
  })
  useEffect(() => {
    void offerInField((entered) => enter.current(entered))
  }, [])

  const signIn = () =>
    send(async () => {
      if (!('PublicKeyCredential' in window)) return onProblem(t.passkeyUnknown)
      const { signInWithPasskey } = await loadPasskeys()
      const entered = await signInWithPasskey()
      if (!entered) return onProblem(t.passkeyNone)
      onEntered(entered)
      return 'leaving'
    })
  return (
    <button type="button" className={className} aria-busy={busy || undefined} onClick={() => void signIn()}>
      {label}
    </button>
  )
}

/**
 * Offers passkeys in the field's autofill. It runs without a user action, so errors are not shown; the button remains.
 */
async function offerInField(onEntered: (entered: Entered) => void): Promise<void> {
  try {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
    const { signInWithPasskey } = await loadPasskeys()
    const entered = await signInWithPasskey({ inField: true })
    if (entered) onEntered(entered)
  } catch {
    // Ignores the error, because autofill of passkeys is optional: the form works without it.
  }
}
