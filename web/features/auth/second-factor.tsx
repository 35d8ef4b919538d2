import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { FactorField } from '#web/forms/factor-field.tsx'
import { formText } from '#web/forms/identifier-input.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import { passFactor, type Entered } from './auth.calls.ts'
import styles from './auth.module.css'

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly challenge: string
  readonly onEntered: (entered: Entered) => void
  readonly onBack: (summary: string | null) => void
}

export default function SecondFactor({ t, language, challenge, onEntered, onBack }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [byRecovery, setByRecovery] = useState(false)
  const { busy, problem, setProblem, send } = useSending(language, ({ status, message }) => {
    if (status !== 'SignInExpired') return
    onBack(message)
    return 'taken'
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [byRecovery])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(new FormData(event.currentTarget), byRecovery ? 'recoveryCode' : 'code')
    void send(async () => {
      onEntered(await passFactor(challenge, byRecovery ? { recoveryCode: typed } : { code: typed }))
      return 'leaving'
    })
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit} aria-labelledby={id}>
      <h3 id={id}>{t.factor.title}</h3>
      <p className={`${styles.sub} lead`}>{byRecovery ? t.factor.leadRecovery : t.factor.lead}</p>
      <FormSummary problem={problem} />
      <FactorField words={t.fields} byRecovery={byRecovery} problem={problem} />
      <SubmitButton label={t.factor.submit} busyLabel={t.factor.busy} busy={busy} />
      <div className={styles.ways}>
        <button
          type="button"
          className="btn quiet s"
          onClick={() => {
            setProblem(null)
            setByRecovery(!byRecovery)
          }}
        >
          {byRecovery ? t.factor.useApp : t.factor.useRecovery}
        </button>
        <button type="button" className="btn quiet s" onClick={() => onBack(null)}>
          {t.factor.back}
        </button>
      </div>
    </form>
  )
}
