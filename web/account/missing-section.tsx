import { Link, useLocation } from 'react-router'
import type { MissingPart } from '#web/display/lazy-part.tsx'
import { useAccount } from './account-context.ts'
import { SectionError } from './section-error.tsx'
import styles from './account.module.css'

export const MissingSection: MissingPart = ({ error, onRetry }) =>
  error.missing === 'failed' ? (
    <SectionError error={error} />
  ) : (
    <CutSection reloads={error.missing === 'unreachable'} onRetry={onRetry} />
  )

/**
 * Error shown in place of a section whose data or script could not be loaded. `reloads`: true if the script loads only
 * after a page reload, which the user must start.
 */
export function CutSection({ reloads = false, onRetry }: { readonly reloads?: boolean; readonly onRetry: () => void }) {
  const { t } = useAccount()
  const { pathname } = useLocation()
  return (
    <div className={`${styles.sign} ${styles.cut}`} role="alert">
      <svg viewBox="0 0 640 120" aria-hidden="true">
        <path className={styles.lane} d="M-380 60h670M350 60h670" />
        <path className={styles.ends} d="m294 40 12 40M334 40l12 40" />
        <circle className={styles.stop} cx="254" cy="60" r="15" />
      </svg>
      <h1>{t.offline.title}</h1>
      <p className="lead">{reloads ? t.offline.reloads : t.offline.text}</p>
      <div className={styles.ways}>
        <button type="button" className="btn" onClick={onRetry}>
          {t.retry}
        </button>
        {pathname !== '/user/profile' && (
          <Link className="btn quiet" to="/user/profile">
            {t.offline.back}
          </Link>
        )}
      </div>
      {!reloads && <p className="small dim">{t.offline.retries}</p>}
    </div>
  )
}
