import { useState } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { FactorField } from '#web/lib/factor-field.tsx'
import { formText } from '#web/lib/identifier-input.ts'
import type { Problem } from '#web/lib/use-sending.ts'
import type { SecurityTexts } from '#web/text/en/security.ts'
import styles from './security.module.css'

type Props = {
  readonly t: SecurityTexts
  /** An authenticator app is on, so that a code of it is asked besides. */
  readonly totp: boolean
  readonly problem: Problem | null
}

/** Asks a signed-in person once more who they are. */
export function ProofFields({ t, totp, problem }: Props) {
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <>
      <PasswordField words={t.fields} label={t.fields.password} error={problem?.fields.password} />
      {totp && (
        <div className={styles.factor}>
          <FactorField words={t.fields} byRecovery={byRecovery} problem={problem} />
          <button type="button" className="btn quiet s" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? t.useApp : t.useRecovery}
          </button>
        </div>
      )}
    </>
  )
}

/** What the fields of a form say, as the calls take it. */
export function readProof(data: FormData): { password: string; code?: string; recoveryCode?: string } {
  return {
    password: formText(data, 'password'),
    ...(data.has('code') && { code: formText(data, 'code').trim() }),
    ...(data.has('recoveryCode') && { recoveryCode: formText(data, 'recoveryCode').trim() }),
  }
}
