import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { ApiError, refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { firstRideKey, type KnownRide, type RideKind } from '#web/client/first-ride-query.ts'
import { clockText, displayClock, displayDate } from '#web/display/display-date.ts'
import { EndedPlate } from '#web/display/ended-plate.tsx'
import { RunningOut } from '#web/display/running-out.tsx'
import back from '#web/display/recovery-warning.module.css'
import styles from './start.module.css'
import type { Common } from './setup-steps.tsx'

type Props = Common & {
  readonly ride: KnownRide | undefined
  readonly kind: RideKind | null
  /** True if the visitor is signed out. Null before hydration. */
  readonly isStranger: boolean | null
  readonly isSlow: boolean
  readonly ask: () => void
}

export function TrialPlate(props: Props) {
  const { t, language, base, ride, kind, isStranger, isSlow, ask, stay } = props
  const words = t.plate
  const pricing = (
    <a className="btn mark" href={`${base}/pricing${kind === 'running' && stay ? `?${stay.query}` : ''}`}>
      {kind === 'running' && stay ? words.stay(stay.name, stay.sum) : words.plans}
    </a>
  )
  if (!ride && isStranger === false)
    return (
      <section className={back.back}>
        <p className="small dim" role="status">
          {isSlow ? words.failed : words.asking}
        </p>
      </section>
    )
  if (!ride || kind === null)
    return (
      // Until hydration, CSS hides this part from signed-in visitors.
      <section className={isStranger === null ? `${back.back} out` : back.back}>
        <h2>{t.strangerPlate.title}</h2>
        <p className="small dim">{t.strangerPlate.text}</p>
        <p className={back.ways}>
          <a className="btn s" href={`${base}/login`}>
            {t.logIn}
          </a>
          <a className="btn quiet s" href={`${base}/register`}>
            {t.signUp}
          </a>
        </p>
      </section>
    )
  const { trial, expiresAt } = ride
  const minutes = trialLength(trial.minutes, language)
  if (kind === 'running')
    return (
      <Plate tab={words.runningTab} label={words.left(minutes)}>
        <RunningOut
          t={words}
          className={styles.big ?? ''}
          from={trial.startedAt ?? 0}
          until={trial.endsAt ?? 0}
          clockAhead={ride.clockAhead}
          onEnd={ask}
        />
        <p className="dim">{words.ends(displayClock(trial.endsAt ?? 0, language, ride.now))}</p>
        {pricing}
      </Plate>
    )
  if (kind === 'paid')
    return (
      <>
        <Plate tab={ride.order?.productName ?? words.paidTab} label={words.runsTo}>
          <p className={`${styles.date} num`}>{displayDate(expiresAt ?? 0, language)}</p>
          <p className="dim">{words.devices(ride.maxDevices)}</p>
        </Plate>
        {ride.order && (
          <p className="small">
            <a className="link" href={`/user/receipt/${encodeURIComponent(ride.order.orderId)}`}>
              {words.receipt}
            </a>
          </p>
        )}
      </>
    )
  if (kind === 'ended' || kind === 'none') return <Ended {...props} ride={ride} kind={kind} />
  const day = trial.lapsesAt === null ? '' : displayDate(trial.lapsesAt, language)
  const days = Math.round(((trial.lapsesAt ?? 0) - (trial.claimedAt ?? 0)) / 86_400_000)
  return (
    <Plate tab={kind === 'offer' ? words.offerTab : words.armedTab} label={words.yours}>
      <p className={`${styles.big} num`}>{clockText(trial.minutes * 60)}</p>
      <p className="dim">{kind === 'offer' ? words.oneDevice : words.use(days, day)}</p>
      {trial.minutesWithAddress !== null && (
        <p className="dim">
          <a className="link" href="/user/profile">
            {words.longer(trialLength(trial.minutesWithAddress, language))}
          </a>
        </p>
      )}
      {kind === 'offer' && <Claim t={words} startsNow={trial.startsNow} />}
      {kind === 'refused' && pricing}
    </Plate>
  )
}

const Plate = ({ tab, label, children }: { tab: string; label: string; children: ReactNode }) => (
  <section className={`plate ${styles.plate}`}>
    <span className="tab up">{tab}</span>
    <h2>{label}</h2>
    {children}
  </section>
)

function Claim({ t, startsNow }: { t: Props['t']['plate']; startsNow: boolean }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  async function claim() {
    setBusy(true)
    setProblem(null)
    try {
      await api('/api/user/user_claim_trial', {}, { handlesErrors: true })
    } catch (error) {
      if (error instanceof ApiError) setProblem(error)
    }
    await queryClient.invalidateQueries({ queryKey: firstRideKey })
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="btn mark" onClick={() => void claim()} disabled={busy} aria-busy={busy}>
        {busy ? t.busy : startsNow ? t.startNow : t.keep}
      </button>
      {problem && <p role="alert">{refusalText(problem)}</p>}
    </>
  )
}

type EndedProps = Pick<Props, 't' | 'base'> & { language: Language; ride: KnownRide; kind: 'ended' | 'none' }

function Ended({ t, base, language, ride, kind }: EndedProps) {
  const words = t.plate
  const { trial, expiresAt } = ride
  const endedAt = expiresAt ?? trial.endsAt
  if (kind === 'ended' && endedAt !== null)
    return <EndedPlate t={t.over} language={language} base={base} endedAt={endedAt} ride={ride} />
  return (
    <section className={styles.ended}>
      <span className="tab up">{kind === 'none' ? words.noneTab : words.endedTab}</span>
      <p className="dim">
        {kind === 'none' ? words.noneText : words.lapsed(displayDate(trial.lapsesAt ?? 0, language))}
      </p>
      <a className="btn" href={`${base}/pricing`}>
        {words.plans}
      </a>
    </section>
  )
}
