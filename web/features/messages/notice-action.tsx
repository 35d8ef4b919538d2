import type { Notice } from './messages.queries.ts'
import styles from './messages.module.css'

/**
 * Link of a notice. A notice of a new sign-in is an alarm, so its link is plain text that nobody presses by accident.
 */
export const Action = ({ notice: { action, isSignIn } }: { readonly notice: Notice }) => (
  <a className={isSignIn ? `link ${styles.alarm}` : 'btn s'} href={action.page}>
    {action.label}
  </a>
)
