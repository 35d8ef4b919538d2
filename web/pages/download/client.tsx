import type { SiteClient } from '#shared/site.ts'
import { Icon } from '#ui/icon.tsx'
import { displayDate } from '#web/display/display-date.ts'
import type { PageProps } from '#web/render/page.ts'
import type { DownloadText } from '#text/en/site/download.ts'
import styles from './download.module.css'

const outlines = {
  ios: <path d="M19 6h26a5 5 0 0 1 5 5v42a5 5 0 0 1-5 5H19a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5zm8 5h10" />,
  android: <path d="M20 6h24a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4zm11 5h2M27 53h10" />,
  mac: <path d="M12 13h40a3 3 0 0 1 3 3v26H9V16a3 3 0 0 1 3-3zM4 47h56l-3 5H7z" />,
  windows: (
    <path d="M9 9h46a3 3 0 0 1 3 3v29a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3zm18 35-2 10m12-10 2 10M20 55h24" />
  ),
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`

/** Download card of one platform. CSS enlarges the one for the visitor's system, which the head script detects. */
export function Client({ t, language, base, client }: PageProps<DownloadText> & { client: SiteClient }) {
  const { platform, version, date, requires, url, mirrorUrl, sha256, sizeBytes, demo } = client
  const day = displayDate(Date.parse(date), language, { timeZone: 'UTC' })
  return (
    <article className={`${styles.client} ${styles[platform]}`} data-client={platform}>
      <span className={styles.yours}>{t.yours}</span>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        {outlines[platform]}
      </svg>
      <h2>{t[platform]}</h2>
      <p className={styles.requires}>{requires[language]}</p>
      <p className={styles.ways}>
        <a className="btn" href={url} rel="noopener">
          {platform === 'ios' ? t.store : t.get}
          <Icon name={platform === 'ios' ? 'arrow' : 'down'} />
        </a>
        {mirrorUrl && (
          <a className="link" href={mirrorUrl} rel="noopener">
            {t.mirror}
          </a>
        )}
        {platform === 'ios' && (
          <a className="link" href={`${base}/apple-help`}>
            {t.help}
          </a>
        )}
      </p>
      <p className={`num ${styles.version}`}>
        <span>{t.version(version)}</span> <time dateTime={date}>{day}</time>
        {sizeBytes !== null && <span>{megabytes(sizeBytes)}</span>}
        {demo && <span className="tag hold">{t.sample}</span>}
      </p>
      {sha256 && (
        <details className={styles.sum}>
          <summary>{t.checksum}</summary>
          <code>{sha256}</code>
        </details>
      )}
    </article>
  )
}
