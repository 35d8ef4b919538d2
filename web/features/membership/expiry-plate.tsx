import '#ui/plate.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { firstRideQuery, rideKind, type KnownRide } from '#web/client/first-ride-query.ts'
import { clockText, displayClock, displayDate } from '#web/display/display-date.ts'
import { renewalOffer, EndedPlate } from '#web/display/ended-plate.tsx'
import { RunningOut } from '#web/display/running-out.tsx'
import type { User } from '#web/client/user-info.ts'
import type { AccountTexts } from '#text/en/site/account.ts'
import { daysLeft } from '#web/display/duration.ts'
import styles from './expiry-plate.module.css'

type Props = {
  readonly t: AccountTexts['membership']
  readonly language: Language
  readonly user: User
  readonly now: number
  /** True if an order waits for payment or for a group to fill. Then this part does not suggest buying another plan. */
  readonly hasOrder: boolean
  /** Button that redeems a redeem code. */
  readonly redeem: ReactNode
}

const soonDays = 30

/** Plate about the membership: when it ends or ended, how much of a trial is left, or that there is none yet. */
export function ExpiryPlate({ t, language, user, now, hasOrder, redeem }: Props) {
  const { data: ride, refetch } = useQuery(firstRideQuery(language))
  const kind = ride ? rideKind(ride, ride.now) : null
  const { expiresAt, maxDevices } = user
  const again = renewalOffer(ride, language)
  if (ride && kind === 'running')
    return <RunningTrial t={t} language={language} ride={ride} redeem={redeem} onEnd={() => void refetch()} />
  if (ride && kind === 'armed') return <ArmedTrial t={t} language={language} ride={ride} redeem={redeem} />
  if (hasOrder && (expiresAt === null || expiresAt <= now)) return redeem
  if (expiresAt === null)
    return (
      <div className={styles.off}>
        <div>
          <h2>{t.none}</h2>
          <p className="dim">{t.noneText}</p>
        </div>
        <div className={styles.again}>
          <a className="btn mark" href="/pricing">
            {t.choose}
          </a>
          {redeem}
        </div>
      </div>
    )
  if (expiresAt <= now)
    return (
      <>
        <EndedPlate t={t.over} language={language} base="" endedAt={expiresAt} ride={ride} />
        <div className={styles.below}>{redeem}</div>
      </>
    )
  const left = daysLeft(expiresAt, now)
  return (
    <div className={`plate ${styles.plate}`}>
      {left < soonDays && <span className="tab up">{left === 1 ? t.lastDay : t.daysLeft(left)}</span>}
      <div>
        <p>{t.validTo}</p>
        <p className={`${styles.date} num`}>{displayDate(expiresAt, language)}</p>
        <p className={`${styles.facts} dim`}>
          {left >= soonDays && <span>{t.daysLeft(left)}</span>}
          <span>{t.devices(Math.max(1, maxDevices))}</span>
        </p>
      </div>
      {left < soonDays && again ? (
        <div className={styles.again}>
          <a className="btn mark" href={`/pricing?${again.query}`}>
            {t.more(again.name, again.sum)}
          </a>
          <a className="btn quiet" href="/pricing">
            {t.others}
          </a>
          <ConnectWay t={t} />
          {redeem}
        </div>
      ) : (
        <div className={styles.again}>
          <ConnectWay t={t} isFirst />
          <a className="btn quiet s" href="/pricing">
            {t.extend}
          </a>
          {redeem}
        </div>
      )}
    </div>
  )
}

const ConnectWay = ({ t, isFirst = false }: Pick<Props, 't'> & { isFirst?: boolean }) => (
  <a className={isFirst ? 'btn mark s' : 'btn quiet s'} href="/user/connect">
    {t.connect}
  </a>
)

type TrialProps = Pick<Props, 't' | 'language' | 'redeem'> & { readonly ride: KnownRide }

function RunningTrial({ t, language, ride, redeem, onEnd }: TrialProps & { readonly onEnd: () => void }) {
  const { minutes, startedAt, endsAt } = ride.trial
  return (
    <div className={`plate ${styles.plate}`}>
      <span className="tab up">{t.trial.tab}</span>
      <div className={styles.running}>
        <p>{t.trial.left(trialLength(minutes, language))}</p>
        <RunningOut
          t={t.trial}
          className={styles.date ?? ''}
          from={startedAt ?? 0}
          until={endsAt ?? 0}
          clockAhead={ride.clockAhead}
          onEnd={onEnd}
        />
        <p className="dim">{t.trial.ends(displayClock(endsAt ?? 0, language, ride.now))}</p>
      </div>
      <div className={styles.again}>
        <a className="btn mark" href="/pricing">
          {t.choose}
        </a>
        <ConnectWay t={t} />
        {redeem}
      </div>
    </div>
  )
}

function ArmedTrial({ t, language, ride, redeem }: TrialProps) {
  return (
    <div className={`plate ${styles.plate}`}>
      <span className="tab up">{t.trial.tab}</span>
      <div>
        <p>{t.none}</p>
        <p className={`${styles.date} num`}>{clockText(ride.trial.minutes * 60)}</p>
        <p className="dim">{t.trial.waits(displayDate(ride.trial.lapsesAt ?? 0, language))}</p>
      </div>
      <div className={styles.again}>
        <a className="btn mark" href="/start">
          {t.trial.toStart}
        </a>
        <ConnectWay t={t} />
        {redeem}
      </div>
    </div>
  )
}
