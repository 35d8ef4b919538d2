import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import '#ui/card.css'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { api } from '#web/client/api.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { MessagesTexts } from '#text/en/site/messages.ts'
import { noticesIn, noticesQuery, type Notice } from './messages.queries.ts'
import styles from './messages.module.css'

type Props = {
  readonly t: MessagesTexts
  readonly language: Language
  readonly isBrief: boolean
}

/** Notices that could not be mailed, until dismissed: the newest, and on the profile older ones, collapsed. */
export default function Notices({ t, language, isBrief }: Props) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(noticesIn(language))
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const putAway = ({ id }: Notice) =>
    send(async () => {
      await api('/api/user/user_put_notice_away', { id }, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    })
  const [newest, ...older] = data.list
  if (!newest) return null
  const show = (notice: Notice) => (
    <Card key={notice.id} t={t} notice={notice} isBrief={isBrief} onPutAway={() => void putAway(notice)} />
  )
  return (
    <section aria-label={t.label} aria-busy={busy || undefined} className={styles.notices}>
      {show(newest)}
      {older.length > 0 && !isBrief && (
        <details className={styles.older}>
          <summary>{t.older(older.length)}</summary>
          <div className={styles.notices}>{older.map(show)}</div>
        </details>
      )}
    </section>
  )
}

type CardProps = Pick<Props, 't' | 'isBrief'> & { readonly notice: Notice; readonly onPutAway: () => void }

function Card({ t, notice, isBrief, onPutAway }: CardProps) {
  const { heading, text, rows, action } = notice
  return (
    <article className={`card ${styles.notice} ${isBrief ? styles.brief : ''}`}>
      <h2>{heading}</h2>
      {!isBrief && <p>{text}</p>}
      {!isBrief && rows.length > 0 && (
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
