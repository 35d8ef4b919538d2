import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { describeConnection } from '#web/display/describe-connection.ts'
import connectionEn from '#text/en/site/connection.ts'
import connectionZh from '#text/zh-CN/site/connection.ts'
import { connectionQuery } from './connect.queries.ts'
import styles from './connect.module.css'

const texts = { en: connectionEn, 'zh-CN': connectionZh }

/**
 * Shows whether this page was requested through one of the shop's VPN servers; nothing if the shop has none to compare
 * with.
 */
export function ConnectionCheck({ language }: { readonly language: Language }) {
  const t = texts[language]
  const { data, isError, isFetching, refetch } = useQuery(connectionQuery)
  // Hides the last result after a failed check, because it may be outdated.
  const said = data && !isError ? describeConnection(data, t, language) : null
  if (!said && !isError) return null
  const { look = '', title = t.failed, texts: lines = [] } = said ?? {}
  return (
    <section className={styles.check} data-look={look} aria-labelledby="connection-title">
      <div role="status">
        <h2 id="connection-title">{title}</h2>
        {lines.map((line) => (
          <p key={line} className="small dim">
            {line}
          </p>
        ))}
      </div>
      <button type="button" className="btn quiet s" onClick={() => void refetch()} aria-busy={isFetching}>
        {isFetching ? t.checking : t.again}
      </button>
    </section>
  )
}
