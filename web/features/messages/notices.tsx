import { useQuery, useQueryClient } from '@tanstack/react-query'
import '#ui/card.css'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { api } from '#web/client/api.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { MessagesTexts } from '#web/text/en/messages.ts'
import { noticesQuery, type Notice } from './messages.queries.ts'
import styles from './messages.module.css'

type Props = { readonly t: MessagesTexts; readonly language: Language }

/** What no mail could bring, above every section until it is put away. */
export default function Notices({ t, language }: Props) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...noticesQuery, queryKey: [...noticesQuery.queryKey, language] })
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const putAway = ({ id }: Notice) =>
    send(async () => {
      await api('/api/user/user_put_notice_away', { id }, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    })
  if (!data || data.list.length === 0) return null
  return (
    <section aria-label={t.label} aria-busy={busy || undefined} className={styles.notices}>
      {data.list.map((notice) => (
        <article key={notice.id} className={`card ${styles.notice}`}>
          <h2>{notice.heading}</h2>
          <p>{notice.text}</p>
          {notice.rows.length > 0 && (
            <dl>
              {notice.rows.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className={styles.ways}>
            <a className="btn s" href={notice.action.page}>
              {notice.action.label}
            </a>
            <button
              type="button"
              className="btn quiet s"
              aria-label={t.putAwayLabel(notice.heading)}
              onClick={() => void putAway(notice)}
            >
              {t.putAway}
            </button>
          </p>
        </article>
      ))}
    </section>
  )
}
