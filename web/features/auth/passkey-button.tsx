import { useEffect, useRef } from 'react'
import type { Language } from '#shared/language.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import type { Entered } from './auth.calls.ts'
import { offerPasskeyInField } from './platform-passkey.ts'

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly className: string
  readonly label: string
  readonly onEntered: (entered: Entered) => void
  readonly onProblem: (summary: string) => void
}

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
    void offerPasskeyInField((entered) => enter.current(entered))
  }, [])

  const signIn = () =>
    send(async () => {
      const { pressPasskeyButton } = await import('./passkey-sign-in.ts')
      return pressPasskeyButton(t, { onEntered, onProblem })
    })
  return (
    <button type="button" className={className} aria-busy={busy || undefined} onClick={() => void signIn()}>
      {label}
    </button>
  )
}
