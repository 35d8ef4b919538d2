import { useEffect, useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { Icon } from '#ui/icon.tsx'
import { Retry } from '#ui/retry.tsx'
import { ApiError, refusalText } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import { finishSignUp } from '#web/client/user-info.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { displayDate, displayMoment } from '#web/display/display-date.ts'
import type { TrialClaimText } from '#text/en/site/trial-claim.ts'
import styles from './trial.module.css'

type Trial = CallOutput<'/api/user/user_trial'>
type Known = Trial | 'unknown' | 'stranger' | 'failed'
type Props = { readonly t: TrialClaimText; readonly language: Language; readonly base: string }

/** Button that claims the free trial. Only the server decides whether a trial is available. */
export function TrialClaim({ t, language, base }: Props) {
  const [known, setKnown] = useState<Known>('unknown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [looks, setLooks] = useState(0)

  useEffect(() => {
    let gone = false
    void findTrial().then((found) => {
      if (!gone) setKnown(found)
    })
    return () => {
      gone = true
    }
  }, [looks])

  async function claim() {
    setBusy(true)
    try {
      // Updates the state before leaving the page, because the back button may restore it.
      setKnown(await api('/api/user/user_claim_trial', {}, { handlesErrors: true }))
      location.assign(`${base}/start`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 'Unauthorized') setKnown('stranger')
      else setProblem(error)
    }
    setBusy(false)
  }

  if (known === 'unknown' || known === 'stranger')
    return (
      <div className={styles.claim}>
        <div className={styles.doors}>
          <a className="btn mark" href={`${base}/register`}>
            {t.signUpFirst}
            <Icon name="arrow" />
          </a>
          <a className="btn quiet" href={`${base}/login`} onClick={(event) => comeBack(event, base)}>
            {t.logIn}
          </a>
        </div>
      </div>
    )
  if (known === 'failed')
    return (
      <div className={styles.claim}>
        <Retry text={t.failed} label={t.retry} onRetry={() => setLooks((count) => count + 1)} />
      </div>
    )
  if (!known.available) {
    const goesOn = known.state === 'armed' || known.state === 'running'
    return (
      <Said text={standing(known, t, language)}>
        <a className="btn mark" href={`${base}/${goesOn ? 'start' : 'pricing'}`}>
          {goesOn ? t.toStart : t.toPricing}
          <Icon name="arrow" />
        </a>
      </Said>
    )
  }
  const words = known.startsNow ? t.startNow : t.keep
  return (
    <Said text={problem === null ? '' : (refusalText(problem) ?? t.failed)} isWrong>
      <button className="btn mark" type="button" onClick={() => void claim()} disabled={busy} aria-busy={busy}>
        {busy ? t.busy : words(trialLength(known.minutes, language))}
        <Icon name="arrow" />
      </button>
    </Said>
  )
}

const Said = ({ text, isWrong = false, children }: { text: string; isWrong?: boolean; children: ReactNode }) => (
  <div className={styles.claim}>
    {text !== '' && <p role={isWrong ? 'alert' : 'status'}>{text}</p>}
    {children}
  </div>
)

/** Makes the login return to this page, because an existing account may have used its trial. */
function comeBack(event: { preventDefault: () => void }, base: string) {
  event.preventDefault()
  goToLogin(base)
}

function standing({ state, minutes, lapsesAt, endsAt, refusal }: Trial, t: TrialClaimText, language: Language): string {
  const day = displayDate(lapsesAt ?? 0, language)
  if (state === 'armed') return t.armed(trialLength(minutes, language), day)
  if (state === 'running') return t.running(displayMoment(endsAt ?? 0, language))
  if (state === 'lapsed') return t.lapsed(day)
  return refusal === null ? t.over : t.refusals[refusal]
}

async function findTrial(): Promise<Known> {
  if (!holdsAnyToken()) return 'stranger'
  try {
    await finishSignUp()
    return await api('/api/user/user_trial', {}, { handlesErrors: true })
  } catch (error) {
    return error instanceof ApiError && error.status === 'Unauthorized' ? 'stranger' : 'failed'
  }
}
