import { useState } from 'react'
import { CopyField } from '#ui/copy-field.tsx'
import { ApiError, refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { endSession } from '#web/client/end-session.ts'
import type { StartText } from '#text/en/site/start.ts'
import styles from './start.module.css'

type Props = {
  readonly t: StartText
  readonly base: string
  readonly onMade: (password: string) => void
}

/**
 * Creates a password for signing in to the app, for an account that has only a passkey. It is kept in this page's
 * memory only.
 */
export function AppPassword({ t, base, onMade }: Props) {
  const words = t.appPassword
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)

  async function make() {
    setBusy(true)
    setProblem(null)
    try {
      onMade((await api('/api/user/user_make_app_password', {}, { handlesErrors: true })).password)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  async function again() {
    await endSession()
    goToLogin(base)
  }

  return (
    <>
      <div className="copy">
        <span className={`faint ${styles.none}`}>{words.none}</span>
        <button type="button" className="btn s" onClick={() => void make()} disabled={busy} aria-busy={busy}>
          {busy ? words.busy : words.make}
        </button>
      </div>
      {problem === null ? (
        <p className="small dim">{t.signInText}</p>
      ) : (
        <p className="small" role="alert">
          {refusalText(problem) ?? words.failed}{' '}
          {problem instanceof ApiError && problem.status === 'SignInAgain' && (
            <button type="button" className="link small" onClick={() => void again()}>
              {words.again}
            </button>
          )}
        </p>
      )}
    </>
  )
}

export const MadePassword = ({ t, password }: { readonly t: StartText; readonly password: string }) => (
  <div className={styles.sign}>
    <CopyField value={password} label={t.appPassword.copy} copy={t.copy} copied={t.copied} />
    <p className="small dim" role="status">
      {t.appPassword.once}
    </p>
  </div>
)
