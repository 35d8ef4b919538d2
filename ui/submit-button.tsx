import './progress.css'
import styles from './field.module.css'

type Props = {
  readonly label: string
  /** Text that screen readers announce while the form is being sent; the visible label stays. */
  readonly busyLabel: string
  readonly busy: boolean
  readonly kind?: 'stop'
}

/** Submit button with a progress bar below it, whose space is always reserved. */
export const SubmitButton = ({ label, busyLabel, busy, kind }: Props) => (
  <div>
    <button className={`btn wide ${kind ?? ''}`} type="submit" aria-busy={busy || undefined}>
      {label}
    </button>
    <div className={styles.busy}>{busy && <div className="dashes" aria-hidden="true" />}</div>
    <p className="vh" role="status">
      {busy ? busyLabel : ''}
    </p>
  </div>
)
