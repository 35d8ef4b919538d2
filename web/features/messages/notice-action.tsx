import type { Notice } from './messages.queries.ts'
import styles from './messages.module.css'

/** Link of a notice. For a sign-in it is an alarm, so it is a plain link that nobody presses by accident. */
export const Action = ({ notice: { action, isSignIn } }: { readonly notice: Notice }) => (
  <a className={isSignIn ? `link ${styles.alarm}` : 'btn s'} href={action.page}>
    {action.label}
  </a>
)
