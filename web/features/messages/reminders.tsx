import { useQuery, useQueryClient } from '@tanstack/react-query'
import '#ui/check.css'
import type { Language } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { api } from '#web/client/api.ts'
import { useArrival } from '#web/display/use-arrival.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { MessagesTexts } from '#text/en/site/messages.ts'
import { newsQuery, noticesQuery, remindersQuery } from './messages.queries.ts'
import styles from './messages.module.css'

type Props = { readonly t: MessagesTexts; readonly language: Language }

/** Switches for optional messages: reminders (on by default) and news (off by default). */
export default function Reminders({ t, language }: Props) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(remindersQuery)
  const { data: news } = useQuery(newsQuery)
  const section = useArrival<HTMLElement>('messages', data !== undefined)
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const choose = (wanted: boolean) =>
    send(async () => {
      const now = await api('/api/user/user_reminders', { wanted }, { handlesErrors: true })
      queryClient.setQueryData(remindersQuery.queryKey, now)
      await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
      showToast({ kind: 'done', text: now.wanted ? t.on : t.off, language })
    })
  const chooseNews = (wanted: boolean) =>
    send(async () => {
      const now = await api('/api/user/user_news', { wanted }, { handlesErrors: true })
      queryClient.setQueryData(newsQuery.queryKey, now)
      showToast({ kind: 'done', text: now.wanted ? t.newsOn : t.newsOff, language })
    })
  return (
    <section aria-labelledby="messages" ref={section}>
      <h2 id="messages" className={styles.title}>
        {t.title}
      </h2>
      {data ? (
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={data.wanted}
              aria-busy={busy || undefined}
              onChange={({ target }) => void choose(target.checked)}
            />
            <span>{t.reminders}</span>
          </label>
          {news && (
            <label className="check">
              <input
                type="checkbox"
                checked={news.wanted}
                aria-busy={busy || undefined}
                onChange={({ target }) => void chooseNews(target.checked)}
              />
              <span>{t.news}</span>
            </label>
          )}
          <p className="small dim">{t.always}</p>
        </>
      ) : isError ? (
        <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="list" />
      )}
    </section>
  )
}
