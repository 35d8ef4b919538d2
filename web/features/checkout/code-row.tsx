import type { KeyboardEvent } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import { isEnter } from '#web/forms/is-enter.ts'
import styles from './codes.module.css'

type Props = {
  readonly id: string
  readonly label: string
  readonly action: string
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onSubmit: () => void
  readonly isBusy: boolean
  readonly hint?: string
  readonly problem: string | null | undefined
}

/**
 * Input field and button for a promo or redeem code. It is inside the payment form, so Enter must submit the code and
 * not pay.
 */
export function CodeRow({ id, label, action, typed, onTyped, onSubmit, isBusy, hint, problem }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event.nativeEvent)) return
    event.preventDefault()
    onSubmit()
  }
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          id={id}
          className="input"
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={describedBy || undefined}
          aria-invalid={problem ? true : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => onTyped(event.target.value)}
        />
        <button type="button" className="btn quiet" aria-busy={isBusy || undefined} onClick={onSubmit}>
          {action}
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="small dim">
          {hint}
        </p>
      )}
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`} text={problem} />
        </div>
      )}
    </>
  )
}
