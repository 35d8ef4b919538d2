import { isNetworkError } from '#web/client/api-error.ts'
import { useAccount } from './account-context.ts'
import { CutSection } from './missing-section.tsx'
import styles from './account.module.css'
import { requestIdOf } from './section-error.tsx'

export function Unreachable({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useAccount()
  const requestId = requestIdOf(error)
  if (isNetworkError(error)) return <CutSection onRetry={onRetry} />
  return (
    <div className={styles.sign} role="alert">
      <h1>{t.outage.title}</h1>
      <p className="lead">{error.message}</p>
      <p className="small dim">{t.outage.text}</p>
      {requestId !== null && <p className="small faint">{t.requestId(requestId)}</p>}
      <button type="button" className="btn" onClick={onRetry}>
        {t.retry}
      </button>
    </div>
  )
}
