import { useAccount } from './account-context.ts'
import styles from './account.module.css'
import { ApiError } from '#web/client/api-error.ts'

export function SectionError({ error }: { readonly error: unknown }) {
  const { t } = useAccount()
  const requestId = requestIdOf(error)
  return (
    <div className={styles.sign} role="alert">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <rect className={styles.mark} x="19" y="19" width="82" height="82" rx="10" transform="rotate(45 60 60)" />
        <path className={styles.bang} d="M60 34v32" />
        <circle cx="60" cy="81" r="6.5" />
      </svg>
      <h1>{t.error.title}</h1>
      <p className="lead">{t.error.text}</p>
      <p className="small faint">{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== null && <p className="small faint">{t.requestId(requestId)}</p>}
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </div>
  )
}

export const requestIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.requestId : null)
