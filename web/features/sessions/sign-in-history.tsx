import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { api } from '#web/client/api.ts'
import { comma } from '#web/display/comma.ts'
import { displayMoment } from '#web/display/display-date.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import styles from './sessions.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language }

const historyQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: () => api('/api/user/user_sign_in_history', {}, { handlesErrors: true }),
  staleTime: 2_000,
})

export function SignInHistory({ t, language }: Props) {
  const words = t.history
  const [open, setOpen] = useState(false)
  const { data, isError } = useQuery({ ...historyQuery, enabled: open })
  const networks: Record<string, string> = {
    local: words.local,
    unknown: words.unknown,
    forgotten: words.forgotten,
  }
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {isError ? (
        <p role="alert">{t.failed}</p>
      ) : !data ? (
        <Skeleton size="list" />
      ) : data.list.length === 0 ? (
        <p className="dim">{words.empty}</p>
      ) : (
        <Table heads={[words.when, words.where, words.how, words.result]}>
          {data.list.map(({ at, platform, method, result, network }) => (
            <tr key={`${at} ${method} ${result}`}>
              <td data-label={words.when} className="num">
                {displayMoment(at, language)}
              </td>
              <td data-label={words.where}>
                {t.sessions.platforms[platform]}
                {comma(language)}
                {networks[network] ?? network}
              </td>
              <td data-label={words.how}>{words.methods[method] ?? method}</td>
              <td data-label={words.result}>
                <span className={`tag ${result === 'signed_in' ? 'ok' : 'stop'}`}>{words.results[result]}</span>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  )
}
