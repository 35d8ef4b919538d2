import { isWebAddress } from '#web/client/web-address.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import type { Settlement } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './transaction-hash.module.css'

export function TransactionHash({ t, settlement }: { t: DashboardTexts; settlement: Settlement }) {
  const { transactionHash: hash, explorerUrl } = settlement
  if (hash === null) return t.settlements.none
  const short = hash.length > 18 ? `${hash.slice(0, 10)}…${hash.slice(-6)}` : hash
  return explorerUrl !== null && isWebAddress(explorerUrl) ? (
    <a
      className={`num ${styles.hash}`}
      href={explorerUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t.settlements.open(short)}
    >
      {short}
    </a>
  ) : (
    <span className={`num ${styles.hash}`}>{short}</span>
  )
}
