import '#ui/way-list.css'
import { useQuery, queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { Empty } from '#ui/empty.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { displayDate } from '#web/display/display-date.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import { daysLeft, signedDuration } from '#web/display/duration.ts'
import styles from './ledger.module.css'
import { api, type CallOutput } from '#web/client/api.ts'

type Props = { readonly t: AccountTexts; readonly language: Language; readonly now: number }

export function Ledger({ t, language, now }: Props) {
  const { data, isError, refetch } = useQuery(membershipQuery)
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className={styles.title}>
        {t.ledger.title}
      </h2>
      {data ? (
        data.entries.length === 0 ? (
          <Empty title={t.ledger.empty} text={t.ledger.emptyText} />
        ) : (
          <ol className="way-list">
            {data.entries.map((entry) => (
              <Stop key={entry.id} t={t.ledger} language={language} entry={entry} />
            ))}
            {data.expiresAt !== null && (
              <li className="here">
                <b className={styles.what}>
                  {(data.expiresAt > now ? t.ledger.here : t.ledger.hereEnded)(displayDate(data.expiresAt, language))}
                </b>
                {data.expiresAt > now && (
                  <span className="small dim">
                    {daysLeft(data.expiresAt, now) === 1
                      ? t.membership.lastDay
                      : t.membership.daysLeft(daysLeft(data.expiresAt, now))}
                  </span>
                )}
              </li>
            )}
          </ol>
        )
      ) : isError ? (
        <Retry text={t.ledger.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="list" />
      )}
    </section>
  )
}

function Stop({ t, language, entry }: { t: AccountTexts['ledger']; language: Language; entry: LedgerEntry }) {
  const { source, seconds, productName, orderNumber, note } = entry
  const isPurchase = source === 'order' || source === 'group'
  const what = isPurchase ? (productName ?? t.sources[source]) : t.sources[source]
  const order = orderNumber === null ? null : t.order(orderNumber)
  const details = isPurchase ? [order] : source === 'refund' || source === 'conversion' ? [productName, order] : [note]
  return (
    <li>
      <span className={`${styles.time} num ${seconds < 0 ? styles.back : ''}`}>{signedDuration(seconds, t)}</span>
      <b className={styles.what}>{what}</b>
      <span className="small dim">
        {displayDate(entry.at, language)}
        {details.map((detail) => detail && <span key={detail}>{detail}</span>)}
      </span>
    </li>
  )
}

type LedgerEntry = CallOutput<'/api/system/system_membership'>['entries'][number]

const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: () => api('/api/system/system_membership', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
