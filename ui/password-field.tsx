import { useState, type ReactNode } from 'react'
import { passwordStrength } from './password-strength.ts'
import { TextField } from './text-field.tsx'
import styles from './field.module.css'

type PasswordWords = {
  readonly show: string
  readonly hide: string
  readonly showLabel: string
  readonly hideLabel: string
  readonly passwordHint: string
  readonly strength: readonly string[]
}
type Props = {
  readonly words: PasswordWords
  readonly label: string
  readonly name?: string
  /** True for a new password, which gets a strength meter. */
  readonly isNew?: boolean
  readonly error?: string | undefined
  readonly aside?: ReactNode
}

export function PasswordField({ words, label, name = 'password', isNew = false, error, aside }: Props) {
  const [shown, setShown] = useState(false)
  const [strength, setStrength] = useState<ReturnType<typeof passwordStrength> | null>(null)
  return (
    <div className="field">
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={error}
        aside={aside}
        onChange={
          isNew ? (event) => setStrength(event.target.value ? passwordStrength(event.target.value) : null) : undefined
        }
        action={
          <button
            className="ib"
            type="button"
            aria-label={shown ? words.hideLabel : words.showLabel}
            onClick={() => setShown(!shown)}
          >
            {shown ? words.hide : words.show}
          </button>
        }
      />
      {isNew && (
        <div className={styles.meter}>
          <div className={styles.lane} data-strength={strength ?? 'none'} aria-hidden="true">
            <i />
          </div>
          <span className="small dim" aria-live="polite">
            {strength === null ? words.passwordHint : <>{words.strength[strength]}</>}
          </span>
        </div>
      )}
    </div>
  )
}
