import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { storeSession } from '#console/client/session.ts'

type Props = { readonly path: 'sign-in' | 'factor'; readonly onGiven?: () => void }

/** Button that uses a passkey instead of a typed code. The passkey library is loaded on the click. */
export function PasskeyButton({ path, onGiven }: Props) {
  const { t } = useSpoken()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const go = async () => {
    setBusy(true)
    setFault(null)
    try {
      const { askForPasskey: answer } = await import('#console/client/passkeys.ts')
      storeSession(queries, await answer(path))
      onGiven?.()
    } catch (error) {
      setFault(error instanceof ConsoleError ? error.message || t.offline : t.passkey.left)
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" className="btn q" disabled={busy} onClick={() => void go()}>
        {t.passkey.use}
      </button>
      {fault !== null && (
        <p className="err" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
