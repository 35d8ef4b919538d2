import { useState } from 'react'
import { PasswordField } from '#ui/password-field.tsx'
import { FactorField } from './factor-field.tsx'
import { formText } from './identifier-input.ts'
import type { Problem } from './use-sending.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import styles from './proof-fields.module.css'

type Props = {
  readonly t: Pick<SecurityTexts, 'fields' | 'useApp' | 'useRecovery'>
  readonly totp: boolean
  readonly problem: Problem | null
  readonly passwordLabel?: string
  readonly codeName?: string
}

export function ProofFields({ t, totp, problem, passwordLabel = t.fields.password, codeName = 'code' }: Props) {
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <>
      <PasswordField words={t.fields} label={passwordLabel} error={problem?.fields.password} />
      {totp && (
        <div className={styles.factor}>
          <FactorField words={t.fields} byRecovery={byRecovery} problem={problem} codeName={codeName} />
          <button type="button" className="btn quiet s" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? t.useApp : t.useRecovery}
          </button>
        </div>
      )}
    </>
  )
}

export function readProof(data: FormData): { password: string; code?: string; recoveryCode?: string } {
  return {
    password: formText(data, 'password'),
    ...(data.has('code') && { code: formText(data, 'code').trim() }),
    ...(data.has('recoveryCode') && { recoveryCode: formText(data, 'recoveryCode').trim() }),
  }
}
