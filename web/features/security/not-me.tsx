import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import '#ui/card.css'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { securityQuery } from '#web/client/security-query.ts'
import { sessionsQuery } from '#web/client/sessions-query.ts'
import { displayMoment } from '#web/display/display-date.ts'
import { sessionName } from '#web/forms/session-name.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ChangePassword } from './change-password.tsx'
import styles from './security.module.css'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  /** Session that a notice reported and that may belong to somebody else. */
  readonly sessionId: string
  /** Called when this part of the page is done and can be removed. */
  readonly onDone: () => void
}

/** Ends a session that a notice reported, then asks for a new password if the account has one. */
export default function NotMe({ t, language, sessionId, onDone }: Props) {
  const words = t.notMe
  const queryClient = useQueryClient()
  const { data: sessions } = useQuery(sessionsQuery)
  const { data: security } = useQuery(securityQuery)
  const [isChanging, setChanging] = useState(false)
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  if (!sessions || !security) return null
  const session = sessions.list.find((each) => each.sessionId === sessionId)
  const end = () =>
    send(async () => {
      await api('/api/user/user_end_session', { sessionId }, { handlesErrors: true }).catch((error: unknown) => {
        // A session unknown to the server counts as ended, because it may have ended a moment ago.
        if (!(error instanceof ApiError && error.status === 'NotFound')) throw error
      })
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      if (security.password) setChanging(true)
    })
  const [title, text] = !session
    ? [words.endedTitle, security.password ? words.endedText : words.endedNoPassword]
    : session.current
      ? [words.title, words.current]
      : [words.title, security.password ? words.text : words.textNoPassword]
  return (
    <section aria-labelledby="not-me" className={`card ${styles.notMe}`}>
      <h2 id="not-me">{title}</h2>
      {session && (
        <p>
          <b>{sessionName(session, t.sessions)}</b>{' '}
          <span className="dim">{t.sessions.since(displayMoment(session.startedAt, language))}</span>
        </p>
      )}
      <p>{text}</p>
      <p className={styles.ways}>
        {session && !session.current ? (
          <button type="button" className="btn" aria-busy={busy || undefined} onClick={() => void end()}>
            {security.password ? words.endAndChange : words.end}
          </button>
        ) : (
          security.password && (
            <button type="button" className="btn" onClick={() => setChanging(true)}>
              {words.change}
            </button>
          )
        )}
        <button type="button" className="btn quiet" onClick={onDone}>
          {session ? words.wasMe : words.close}
        </button>
      </p>
      {isChanging && (
        <ChangePassword
          t={t}
          language={language}
          totp={security.totp}
          onClose={() => setChanging(false)}
          onDone={onDone}
        />
      )}
    </section>
  )
}
