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

/** What no mail could bring, above every section until it is put away: the newest, and the ones before behind a line of their own. */
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
  const [newest, ...older] = data?.list ?? []
  if (!newest) return null
  const show = (notice: Notice) => <Card key={notice.id} t={t} notice={notice} onPutAway={() => void putAway(notice)} />
  return (
    <section aria-label={t.label} aria-busy={busy || undefined} className={styles.notices}>
      {show(newest)}
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>{t.older(older.length)}</summary>
          <div className={styles.notices}>{older.map(show)}</div>
        </details>
      )}
    </section>
  )
}

function Card({ t, notice, onPutAway }: { t: MessagesTexts; notice: Notice; onPutAway: () => void }) {
  const { heading, text, rows, action } = notice
  return (
    <article className={`card ${styles.notice}`}>
      <h2>{heading}</h2>
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
        <a className="btn s" href={action.page}>
          {action.label}
        </a>
        <button type="button" className="btn quiet s" aria-label={t.putAwayLabel(heading)} onClick={onPutAway}>
          {t.putAway}
        </button>
      </p>
    </article>
  )
}
