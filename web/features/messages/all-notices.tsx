import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import '#ui/card.css'
import type { Language } from '#shared/language.ts'
import { api } from '#web/client/api.ts'
import { displayMoment } from '#web/display/display-date.ts'
import { Listing } from '#web/display/listing.tsx'
import type { MessagesTexts } from '#text/en/site/messages.ts'
import { allNoticesIn, noticesQuery, type Notice } from './messages.queries.ts'
import { Action } from './notice-action.tsx'
import styles from './messages.module.css'

type Props = {
  readonly t: MessagesTexts
  readonly language: Language
  /** Email address to which messages are sent; null if the account has none. */
  readonly email: string | null
}

/**
 * Lists notices of the last 90 days, newest first. They count as read once shown; the "new" mark stays until the next
 * visit.
 */
export default function AllNotices({ t, language, email }: Props) {
  const queryClient = useQueryClient()
  const { data, ...query } = useInfiniteQuery(allNoticesIn(language))
  const rows = data?.pages.flatMap(({ list }) => list)
  const marked = useRef(new Set<string>())
  const unread = (rows ?? [])
    .filter(({ isRead }) => !isRead)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    const ids = unread.split(' ').filter((id) => id !== '' && !marked.current.has(id))
    if (ids.length === 0) return
    const markRead = async () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', onVisible)
      for (const id of ids) marked.current.add(id)
      // A failed call leaves the notices unread, so the next visit tries again.
      await api('/api/user/user_read_notices', { ids }, { handlesErrors: true }).catch(() => {})
      await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    }
    const onVisible = () => void markRead()
    document.addEventListener('visibilitychange', onVisible)
    onVisible()
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [unread, queryClient])
  return (
    <section aria-label={t.label}>
      <p className={`dim ${styles.lead}`}>{email === null ? t.kept : t.mailed(email)}</p>
      <Listing
        t={{ failed: t.failed, retry: t.retry, older: t.older }}
        query={{ ...query, rows }}
        empty={{ title: t.empty, text: t.emptyText }}
      >
        {(list) => (
          <div className={styles.list}>
            {list.map((notice) => (
              <Card key={notice.id} t={t} language={language} notice={notice} />
            ))}
          </div>
        )}
      </Listing>
    </section>
  )
}

function Card({ t, language, notice }: Omit<Props, 'email'> & { readonly notice: Notice }) {
  const { at, isRead, heading, text, rows } = notice
  return (
    <article className={`card ${styles.notice}`} aria-labelledby={`notice-${notice.id}`}>
      <header>
        <h2 id={`notice-${notice.id}`}>{heading}</h2>
        {!isRead && <span className="tag info">{t.unread}</span>}
        <time className="small dim" dateTime={new Date(at).toISOString()}>
          {displayMoment(at, language)}
        </time>
      </header>
      <p>{text}</p>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.ways}>
        <Action notice={notice} />
      </p>
    </article>
  )
}
