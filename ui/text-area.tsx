import './field.css'
import { useId, type ComponentProps } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './text-area.module.css'

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  readonly label: string
  readonly error?: string | undefined
}

export function TextArea({ label, error, ...area }: Props) {
  const id = useId()
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        className={`input ${styles.area}`}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}
