import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Language, gap } from '#shared/language.ts'
import { supportDays } from '#shared/support-limits.ts'
import { Empty } from '#ui/empty.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/client/api.ts'
import { displayMoment } from '#web/display/display-date.ts'
import type { SupportTexts } from '#text/en/site/support.ts'
import { threadQuery, type Entry } from './support.queries.ts'
import { SupportImage } from './support-image.tsx'
import { SupportForm } from './support-form.tsx'
import styles from './support.module.css'

type Props = { readonly t: SupportTexts; readonly language: Language; readonly uid: number }

export default function Support({ t, language, uid }: Props) {
  const queryClient = useQueryClient()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(threadQuery)
  const first = data?.pages[0]
  const newest = first?.list[0]?.id
  const hasUnread = (first?.unread ?? 0) > 0
  useEffect(() => {
    if (newest === undefined || !hasUnread) return
    // Marks the answers of support as read, which dismisses their notice. After a failure the next visit tries again.
    api('/api/user/support_seen', { id: newest }, { handlesErrors: true })
      .then(() => queryClient.invalidateQueries({ queryKey: ['notices'] }))
      .catch(() => {})
  }, [newest, hasUnread, queryClient])

  if (!data || !first)
    return isError ? <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} /> : <Skeleton size="list" />
  const entries = data.pages.flatMap(({ list }) => list).reverse()
  return (
    <>
      <p className={`lead ${styles.lead}`}>{t.lead}</p>
      {entries.length === 0 ? (
        <Empty title={t.emptyTitle} text={t.emptyText} />
      ) : (
        <section className={styles.thread} aria-label={t.thread}>
          {hasNextPage && (
            <button
              type="button"
              className="btn quiet s"
              aria-busy={isFetchingNextPage || undefined}
              onClick={() => void fetchNextPage()}
            >
              {t.older}
            </button>
          )}
          <ol className={styles.entries} aria-live="polite">
            {entries.map((entry) => (
              <EntryItem key={entry.id} t={t} language={language} entry={entry} />
            ))}
          </ol>
        </section>
      )}
      {entries.length > 0 && first.state !== null && (
        <p className="dim" role="status">
          {t.states[first.state]}
        </p>
      )}
      <SupportForm t={t} language={language} uid={uid} />
      <p className="small dim">
        {t.kept(supportDays)}
        {gap(language)}
        <a href="/clause/privacy-policy">{t.privacy}</a>
      </p>
    </>
  )
}

type EntryProps = Pick<Props, 't' | 'language'> & { readonly entry: Entry }

function EntryItem({ t, language, entry: { from, at, text, images, via } }: EntryProps) {
  const isOwn = from === 'customer'
  return (
    <li className={isOwn ? `${styles.entry} ${styles.own}` : styles.entry}>
      <p className={styles.head}>
        <b>{isOwn ? (via === 'mail_unproven' ? t.unproven : t.you) : t.us}</b>
        <time className="small dim num" dateTime={new Date(at).toISOString()}>
          {displayMoment(at, language)}
        </time>
      </p>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {images.map((image, index) => (
        <SupportImage key={image.id} image={image} alt={t.picture(index + 1)} />
      ))}
    </li>
  )
}
