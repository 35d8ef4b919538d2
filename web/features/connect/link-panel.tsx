import { Suspense, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { LinkField } from '#ui/link-field.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { displayClock } from '#web/display/display-date.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import type { App } from './apps.ts'
import type { Link } from './connect.queries.ts'
import styles from './connect.module.css'

const LinkQr = lazySection(() => import('./link-qr.tsx'))

type Props = {
  readonly t: ConnectTexts
  readonly language: Language
  readonly link: Link
  readonly app: App | null
  readonly isHere: boolean
}

/**
 * Shows a subscription link as text and QR code, and on the device itself, if the chosen app supports it, as a button
 * that opens it in the app. Web pages cannot detect installed apps, so the text and the QR code are always offered.
 */
export function LinkPanel({ t, language, link, app, isHere }: Props) {
  const words = t.link
  const [now] = useState(Date.now)
  const { brand } = readPageData()
  const importUrl = app?.import?.(link.url, brand) ?? null
  const appName = app?.name ?? t.app.other
  const code = app?.scans === 'import' && importUrl !== null ? importUrl : link.url
  return (
    <div className={styles.link}>
      <div className={styles.take}>
        <h2 id="link-title">{words.title(link.name ?? t.list.unnamed)}</h2>
        {isHere && importUrl !== null && app && (
          <a className="btn" href={importUrl}>
            {words.open(app.name)}
          </a>
        )}
        <LinkField value={link.url} label={words.copyLink} copy={t.copy} copied={t.copied} />
        <p className="small dim">{isHere && importUrl !== null ? words.nothing : words.paste}</p>
        <p role="status" className={link.fetchedAt === null ? 'small dim' : `small ${styles.fetched}`}>
          {link.fetchedAt === null ? words.waiting : words.fetched(displayClock(link.fetchedAt, language, now))}
        </p>
        <p className="small dim">{words.secret}</p>
      </div>
      <figure className={styles.scan}>
        <Suspense fallback={<div className={styles.qr} />}>
          <LinkQr text={code} label={words.qr} />
        </Suspense>
        <figcaption className="small dim">{isHere ? words.scan(appName) : words.scanFirst(appName)}</figcaption>
      </figure>
    </div>
  )
}
