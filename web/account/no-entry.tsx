import { Link } from 'react-router'
import { useAccount } from './account-context.ts'
import styles from './account.module.css'

/** Page shown in place of a section that the server refuses to this account. `reason`: the server's sentence. */
export function NoEntry({
  reason,
  to,
  label,
}: {
  readonly reason: string
  readonly to: string
  readonly label: string
}) {
  const { t } = useAccount()
  return (
    <div className={styles.sign} role="alert">
      <svg viewBox="0 0 200 200" aria-hidden="true">
        <circle cx="100" cy="100" r="92" fill="#c22826" />
        <circle cx="100" cy="100" r="84" fill="none" stroke="#fff" strokeWidth="4" />
        <path d="M44 100h112" stroke="#fff" strokeWidth="30" />
      </svg>
      <h1>{t.noEntry.title}</h1>
      <p className="lead">{reason}</p>
      <p className="small dim">{t.noEntry.text}</p>
      <Link className="btn" to={to}>
        {label}
      </Link>
    </div>
  )
}
