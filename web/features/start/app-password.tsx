import { useState, type ReactNode } from 'react'
import { CopyField } from '#ui/copy-field.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { endSession } from '#web/client/end-session.ts'
import type { StartText } from '#web/text/en/start.ts'
import styles from './start.module.css'

type Props = {
  readonly t: StartText
  readonly base: string
  readonly hasPassword: boolean
  /** What is said to someone who has a password. */
  readonly children: ReactNode
}

/** The password for apps of an account that has none: made in one press, shown this once, kept in this page's memory alone. */
export function AppPassword({ t, base, hasPassword, children }: Props) {
  const words = t.appPassword
  const [made, setMade] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isOld: boolean } | null>(null)

  async function make() {
    setBusy(true)
    setProblem(null)
    try {
      setMade((await api('/api/user/user_make_app_password', {}, { handlesErrors: true })).password)
    } catch (error) {
      const isOld = error instanceof ApiError && error.status === 'SignInAgain'
      setProblem({ text: error instanceof ApiError ? error.message : words.failed, isOld })
    }
    setBusy(false)
  }

  async function again() {
    await endSession()
    goToLogin(base)
  }

  if (made !== null)
    return (
      <>
        <CopyField value={made} label={words.copy} copy={t.copy} copied={t.copied} />
        <p className="small dim" role="status">
          {words.once}
        </p>
      </>
    )
  if (hasPassword) return children
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
          {problem.text}{' '}
          {problem.isOld && (
            <button type="button" className="link small" onClick={() => void again()}>
              {words.again}
            </button>
          )}
        </p>
      )}
    </>
  )
}
