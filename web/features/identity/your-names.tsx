import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import styles from './identity.module.css'

type Props = {
  readonly t: AccountTexts
  readonly language: Language
  readonly user: User
  /** Link to the page that changes account name, email and phone. */
  readonly way: ReactNode
}

/** Shows user id, account name, email, phone and date of registration, read-only. */
export function YourNames({ t, language, user, way }: Props) {
  const words = t.identity
  const lines = [
    [words.uid, user.uid],
    [words.accountName, user.accountName],
    [words.email, user.email],
    [words.phone, user.phone],
    [words.since, displayDate(user.registeredAt, language)],
  ] as const
  return (
    <section aria-labelledby="identity">
      <h2 id="identity" className={styles.title}>
        {words.title}
      </h2>
      <dl className={styles.lines}>
        {lines.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.way}>{way}</p>
    </section>
  )
}
