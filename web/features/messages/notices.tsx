import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import '#ui/card.css'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { api } from '#web/client/api.ts'
import { displayMoment } from '#web/display/display-date.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { MessagesTexts } from '#text/en/site/messages.ts'
import { noticesIn, noticesQuery, type Notice } from './messages.queries.ts'
import { Action } from './notice-action.tsx'
import styles from './messages.module.css'

type Props = {
  readonly t: MessagesTexts
  readonly language: Language
  /** Number of an order that the section below tells about itself; notices about it are left out. */
  readonly shownOrder?: string | null
}

/** Shows the newest unread notice above every section. Dismissed notices stay in the list of all notices. */
export default function Notices({ t, language, shownOrder = null }: Props) {
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
  const notice = data.list.find(({ rows }) => !rows.some(({ value }) => value === shownOrder))
  if (!notice) return null
  const { heading, at, isSignIn } = notice
  return (
    <section
      aria-label={t.label}
      aria-busy={busy || undefined}
      className={`card ${styles.banner} ${isSignIn ? styles.quiet : ''}`}
    >
      <div>
        <h2>{heading}</h2>
        <p className="small dim">
          {displayMoment(at, language)}
          <a className={`link ${styles.all}`} href="/user/notifications">
            {data.unread > 1 ? t.others(data.unread - 1) : t.read}
          </a>
        </p>
      </div>
      <p className={styles.ways}>
        {!isSignIn && <Action notice={notice} />}
        <button
          type="button"
          className="btn quiet s"
          aria-label={t.putAwayLabel(isSignIn ? t.wasMe : t.putAway, heading)}
          onClick={() => void putAway(notice)}
        >
          {isSignIn ? t.wasMe : t.putAway}
        </button>
        {isSignIn && <Action notice={notice} />}
      </p>
    </section>
  )
}
