import { displayDate } from '#web/display/display-date.ts'
import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import type { ClauseText } from '#text/en/site/clause.ts'
import styles from './canary.module.css'

type Props = { readonly t: ClauseText; readonly language: Language; readonly data: SiteData }

export function Canary({ t: { canary: t }, language, data }: Props) {
  const { canary, publicOrigin } = data
  if (!canary)
    return (
      <section className={styles.canary} data-state="none">
        <h2>{t.states.none}</h2>
        <p>{t.meanings.none}</p>
      </section>
    )
  const day = (iso: string) => <time dateTime={iso}>{displayDate(Date.parse(iso), language, { timeZone: 'UTC' })}</time>
  return (
    <section className={styles.canary} data-state={canary.state}>
      <h2>{t.states[canary.state]}</h2>
      <p>{t.meanings[canary.state]}</p>
      <dl className="num">
        <dt>{t.date}</dt>
        <dd>{day(canary.date)}</dd>
        <dt>{t.until}</dt>
        <dd>{day(canary.lastGoodDay)}</dd>
        <dt>{t.fingerprint}</dt>
        <dd className={styles.fingerprint}>{canary.key?.fingerprint ?? t.noKey}</dd>
      </dl>
      <details>
        <summary>{t.read}</summary>
        <pre>{canary.text}</pre>
      </details>
      <details>
        <summary>{t.check}</summary>
        <p>{t.checkText}</p>
        <ul>
          <li>
            <a href="/canary.txt">canary.txt</a>
          </li>
          <li>
            <a href="/canary.txt.sig">canary.txt.sig</a>
          </li>
          {canary.key && (
            <li>
              <a href="/canary-key.pem">canary-key.pem</a>
            </li>
          )}
        </ul>
        <pre>
          {['canary.txt', 'canary.txt.sig', 'canary-key.pem'].map((file) => `curl -O ${publicOrigin}/${file}\n`)}
          {
            'openssl pkeyutl -verify -rawin -pubin -inkey canary-key.pem -in canary.txt -sigfile canary.txt.sig\nopenssl pkey -pubin -in canary-key.pem -outform DER | openssl sha256'
          }
        </pre>
      </details>
    </section>
  )
}
