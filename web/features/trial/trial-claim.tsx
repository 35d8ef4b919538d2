import { useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { storedToken } from '#web/client/tokens.ts'
import { goToLogin } from '#web/client/login-return.ts'
import type { TrialClaimText } from '#web/text/en/trial-claim.ts'
import styles from './trial.module.css'

type Phase =
  | { readonly name: 'unknown' | 'stranger' | 'ready' | 'starting' | 'used' | 'failed' }
  | { readonly name: 'running'; readonly endsAt: number }
  | { readonly name: 'over' }

type Props = { readonly t: TrialClaimText; readonly base: string; readonly minutes: number }

/** The one button of the trial, and the shortening lane once it runs. The server alone says whether it can be had. */
export function TrialClaim({ t, base, minutes }: Props) {
  const [phase, setPhase] = useState<Phase>({ name: 'unknown' })

  useEffect(() => {
    let gone = false
    void findPhase().then((found) => {
      if (!gone) setPhase(found)
    })
    return () => {
      gone = true
    }
  }, [])

  async function start() {
    setPhase({ name: 'starting' })
    try {
      await api('/api/user/user_claim_trial', {}, { handlesErrors: true })
      setPhase({ name: 'running', endsAt: Date.now() + minutes * 60_000 })
    } catch (error) {
      if (error instanceof ApiError && error.status === 'Unauthorized') setPhase({ name: 'stranger' })
      else setPhase({ name: error instanceof ApiError && error.status.startsWith('TrialUsed') ? 'used' : 'failed' })
    }
  }

  if (phase.name === 'running')
    return (
      <Countdown t={t} base={base} endsAt={phase.endsAt} minutes={minutes} onEnd={() => setPhase({ name: 'over' })} />
    )
  if (phase.name === 'over' || phase.name === 'used')
    return (
      <div className={styles.claim}>
        <p role="status">{phase.name === 'over' ? `${t.over} ${t.overText}` : t.used}</p>
        <a className="btn mark" href={`${base}/pricing`}>
          {t.toPricing}
          <Icon name="arrow" />
        </a>
      </div>
    )
  if (phase.name === 'stranger' || phase.name === 'unknown')
    return (
      <div className={styles.claim}>
        <div className={styles.doors}>
          <a className="btn mark" href={`${base}/register`} onClick={(event) => remember(event, base, 'register')}>
            {t.signUpFirst}
            <Icon name="arrow" />
          </a>
          <a className="btn quiet" href={`${base}/login`} onClick={(event) => remember(event, base, 'login')}>
            {t.logIn}
          </a>
        </div>
      </div>
    )
  return (
    <div className={styles.claim}>
      {phase.name === 'failed' && <p role="alert">{t.failed}</p>}
      <button
        className="btn mark"
        type="button"
        onClick={() => void start()}
        disabled={phase.name === 'starting'}
        aria-busy={phase.name === 'starting'}
      >
        {phase.name === 'starting' ? t.starting : t.start(minutes)}
        <Icon name="arrow" />
      </button>
    </div>
  )
}

/** Comes back here after signing in; the link to sign up keeps its own way. */
function remember(event: { preventDefault: () => void }, base: string, door: 'login' | 'register') {
  if (door === 'register') return
  event.preventDefault()
  goToLogin(base)
}

async function findPhase(): Promise<Phase> {
  if (storedToken() === null) return { name: 'stranger' }
  try {
    const state = await api('/api/user/user_trial', {}, { handlesErrors: true })
    const claimedAt = state.claimedAt === null ? null : new Date(state.claimedAt).getTime()
    if (claimedAt === null) return { name: state.available ? 'ready' : 'used' }
    const endsAt = claimedAt + state.minutes * 60_000
    return endsAt > Date.now() ? { name: 'running', endsAt } : { name: 'used' }
  } catch (error) {
    return { name: error instanceof ApiError && error.status === 'Unauthorized' ? 'stranger' : 'failed' }
  }
}

type CountdownProps = Props & { readonly endsAt: number; readonly onEnd: () => void }

/** A lane that gets shorter. Silent to screen readers but at five minutes and at one. */
function Countdown({ t, base, endsAt, minutes, onEnd }: CountdownProps) {
  const [leftMs, setLeftMs] = useState(() => Math.max(0, endsAt - Date.now()))
  useEffect(() => {
    const timer = setInterval(() => {
      const left = endsAt - Date.now()
      setLeftMs(Math.max(0, left))
      if (left <= 0) onEnd()
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt, onEnd])
  const seconds = Math.ceil(leftMs / 1000)
  const whole = Math.ceil(seconds / 60)
  return (
    <div className={styles.claim}>
      <p>{t.running}</p>
      <p className={`num ${styles.clock}`} role="timer">
        {String(Math.floor(seconds / 60)).padStart(2, '0')}:{String(seconds % 60).padStart(2, '0')}
      </p>
      <svg className={styles.lane} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" rx="2" />
        <rect width={Math.min(100, leftMs / (minutes * 600))} height="4" rx="2" />
      </svg>
      <p className="vh" role="status">
        {whole === 5 || whole === 1 ? t.minutesLeft(whole) : ''}
      </p>
      <a className="btn quiet" href={`${base}/download`}>
        {t.toDownload}
      </a>
    </div>
  )
}
