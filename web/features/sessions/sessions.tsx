import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { comma } from '#web/display/comma.ts'
import { api } from '#web/client/api.ts'
import { sessionsQuery, type Session } from '#web/client/sessions-query.ts'
import { displayMoment } from '#web/display/display-date.ts'
import { useArrival } from '#web/display/use-arrival.ts'
import { sessionName } from '#web/forms/session-name.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { SignInHistory } from './sign-in-history.tsx'
import styles from './sessions.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language }

export default function Sessions({ t, language }: Props) {
  const words = t.sessions
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const nameOf = (session: Session) => sessionName(session, words)
  const section = useArrival<HTMLElement>('sessions', data !== undefined)
  const end = (call: () => Promise<unknown>, done: string) =>
    send(async () => {
      await call()
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast({ kind: 'done', text: done, language })
    })
  const endOne = ({ sessionId }: Session) =>
    end(() => api('/api/user/user_end_session', { sessionId }, { handlesErrors: true }), words.ended)
  const endOthers = () =>
    end(() => api('/api/user/user_end_other_sessions', {}, { handlesErrors: true }), words.othersEnded)

  return (
    <>
      <section aria-labelledby="sessions" ref={section}>
        <h2 id="sessions" className={styles.title}>
          {words.title}
        </h2>
        {data ? (
          <>
            <p className="dim">{words.most(data.most)}</p>
            <ul className={styles.rows} aria-busy={busy || undefined}>
              {data.list.map((session) => (
                <li key={session.sessionId}>
                  <span>
                    <b>{nameOf(session)}</b>
                    <span className="small dim">
                      {words.since(displayMoment(session.startedAt, language))}
                      {comma(language)}
                      {words.seen(displayMoment(session.lastSeenAt, language))}
                    </span>
                  </span>
                  {session.current ? (
                    <span className="tag ok">{words.current}</span>
                  ) : (
                    <button
                      type="button"
                      className="btn quiet s"
                      aria-label={words.endLabel(`${nameOf(session)}, ${displayMoment(session.startedAt, language)}`)}
                      onClick={() => void endOne(session)}
                    >
                      {words.end}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {data.list.length > 1 && (
              <button type="button" className={`btn quiet s ${styles.all}`} onClick={() => void endOthers()}>
                {words.endOthers}
              </button>
            )}
          </>
        ) : isError ? (
          <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
        ) : (
          <Skeleton size="list" />
        )}
      </section>
      <SignInHistory t={t} language={language} />
    </>
  )
}
