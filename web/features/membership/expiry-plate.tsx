import '#ui/plate.css'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#web/text/en/account.ts'
import { daysLeft } from '#web/display/duration.ts'
import styles from './expiry-plate.module.css'

type Props = {
  readonly t: AccountTexts['membership']
  readonly language: Language
  readonly user: User
  readonly now: number
}

/** Until when, in the size that matters to its reader. */
export function ExpiryPlate({ t, language, user, now }: Props) {
  const { expiresAt, maxDevices } = user
  if (expiresAt === null || expiresAt <= now) {
    return (
      <div className={styles.off}>
        <div>
          <h2>{expiresAt === null ? t.none : t.endedTitle}</h2>
          <p className="dim">{expiresAt === null ? t.noneText : t.ended(displayDate(expiresAt, language))}</p>
        </div>
        <a className="btn mark" href="/pricing">
          {t.choose}
        </a>
      </div>
    )
  }
  const left = daysLeft(expiresAt, now)
  return (
    <div className={`plate ${styles.plate}`}>
      <div>
        <p>{t.validTo}</p>
        <p className={`${styles.date} num`}>{displayDate(expiresAt, language)}</p>
        <p className={`${styles.facts} dim`}>
          <span>{left === 1 ? t.lastDay : t.daysLeft(left)}</span>
          <span>{t.devices(maxDevices)}</span>
        </p>
      </div>
      <a className="btn quiet s" href="/pricing">
        {t.extend}
      </a>
    </div>
  )
}
