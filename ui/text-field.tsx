import './field.css'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: string
  readonly mark?: string
  readonly aside?: ReactNode
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly action?: ReactNode
}

export function TextField({ label, mark, aside, hint, error, action, ...input }: Props) {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  const name = (
    <label className="label" htmlFor={id}>
      {label} {mark && <span className="faint">({mark})</span>}
    </label>
  )
  const field = (
    <input
      className="input"
      autoCapitalize="none"
      // Safari on iOS also autocorrects a password that is shown as text (swiftyapp/swifty#465).
      autoCorrect="off"
      spellCheck={false}
      {...input}
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={described}
    />
  )
  return (
    <div className={error ? 'field bad' : 'field'}>
      {aside ? (
        <div className={styles.row}>
          {name}
          {aside}
        </div>
      ) : (
        name
      )}
      {action ? (
        <div className={styles.inside}>
          {field}
          {action}
        </div>
      ) : (
        field
      )}
      {error ? (
        <FieldError id={`${id}-error`} text={error} />
      ) : (
        hint && (
          <p className="small dim" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
