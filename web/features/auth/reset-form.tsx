import '#ui/field.css'
import { Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import { checkCode, checkNewPassword, type IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Steps } from '#ui/steps.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import { IdentifierField } from '#web/forms/identifier-field.tsx'
import { checkIdentifierInput, formText, readIdentifierInput } from '#web/forms/identifier-input.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { ResetTexts } from '#web/text/en/reset.ts'
import { sendCode } from './auth.calls.ts'
import type { FieldSentences } from './field-sentences.ts'
import { resetPassword } from './reset.calls.ts'
import styles from './auth.module.css'

const CodeField = lazySection(async () => ({ default: (await import('#ui/code-field.tsx')).CodeField }))

export type ResetProps = { readonly sentences: FieldSentences; readonly kinds: readonly IdentifierKind[] }
type Props = ResetProps & { readonly t: ResetTexts; readonly language: Language; readonly base: string }
const steps = ['who', 'code', 'password'] as const
type Step = (typeof steps)[number]
/** Where each field stands, so that a late refusal leads back to it. */
const stepOf: Readonly<Record<string, Step>> = { identifier: 'who', code: 'code', recoveryCode: 'code' }

/** Which account, a proof, a new password. One form in three steps: what was typed stays until the end. */
export function ResetForm({ sentences, kinds, t, language, base }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<IdentifierKind>(kinds.includes('email') ? 'email' : 'account_name')
  const [step, setStep] = useState<Step | 'done'>('who')
  const [identifier, setIdentifier] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  /** To whom a code went, and when the next one may be asked for. */
  const [sent, setSent] = useState<{ to: string; seconds: number } | null>(null)
  const recovers = byRecovery || kind === 'account_name'
  const { busy, problem, setProblem, send } = useSending(language, ({ status, fields }) => {
    const field = Object.keys(fields).find((name) => stepOf[name])
    const back = field ? stepOf[field] : status === 'WrongRecoveryCode' ? 'code' : undefined
    if (back && step === 'password') setStep(back)
  })
  const wrong = problem?.fields ?? {}

  useEffect(() => {
    if (step !== 'who') form.current?.querySelector<HTMLElement>(`[data-step="${step}"] :is(input, a)`)?.focus()
  }, [step, byRecovery])

  function go(next: Step | 'done') {
    setProblem(null)
    setStep(next)
  }
  function refuse(field: string, error: FieldError) {
    setProblem({ summary: t.checkInput, fields: { [field]: sentences[error] } })
  }

  async function submitWho(data: FormData) {
    const typed = await readIdentifierInput(data, kind)
    const error = checkIdentifierInput(kind, typed)
    if (error) return refuse('identifier', error)
    setIdentifier(typed)
    if (kind !== 'account_name' && !byRecovery && sent?.to !== typed)
      setSent({ to: typed, seconds: await sendCode('reset', kind, typed) })
    go('code')
  }

  async function submitPassword(data: FormData) {
    const password = formText(data, 'password')
    const error = checkNewPassword(password)
    if (error) return refuse('password', error)
    const proof = recovers ? { recoveryCode: formText(data, 'recoveryCode').trim() } : { code: formText(data, 'code') }
    await resetPassword({ kind, identifier, password, proof })
    go('done')
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void send(async () => {
      if (step === 'who') return submitWho(data)
      if (step === 'password') return submitPassword(data)
      if (recovers && formText(data, 'recoveryCode').trim() === '') return refuse('recoveryCode', 'Required')
      const error = recovers ? null : checkCode(formText(data, 'code'))
      if (error) return refuse('code', error)
      go('password')
    })
  }

  async function resend(): Promise<number | null> {
    let seconds: number | null = null
    await send(async () => {
      if (kind === 'account_name') return
      seconds = await sendCode('reset', kind, identifier)
      setProblem(null)
    })
    return seconds
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`}>{step === 'done' ? t.doneTitle : t.title}</h1>
      <p className={`${styles.sub} lead`} role={step === 'done' ? 'status' : undefined}>
        {step === 'done' ? t.done : t.lead}
      </p>
      <Steps
        label={t.steps.label}
        steps={steps.map((each) => t.steps[each])}
        at={step === 'done' ? steps.length : steps.indexOf(step)}
      />
      <FormSummary problem={problem} />
      <div className={styles.panel} data-step="who" hidden={step !== 'who'}>
        {kinds.length > 1 && (
          <Tabs
            className={styles.tabs}
            label={t.kinds.label}
            tabs={kinds.map((key) => ({ key, text: t.kinds[key] }))}
            chosen={kind}
            panel={`${id}-panel`}
            onChoose={(next) => {
              setProblem(null)
              setByRecovery(false)
              setKind(next)
            }}
          />
        )}
        <div
          className={styles.panel}
          id={`${id}-panel`}
          role={kinds.length > 1 ? 'tabpanel' : undefined}
          aria-labelledby={kinds.length > 1 ? `${id}-panel-${kind}` : undefined}
        >
          <IdentifierField
            key={kind}
            kind={kind}
            words={t.fields}
            language={language}
            error={wrong.identifier}
            autoComplete={kind === 'email' ? 'username' : undefined}
          />
          {kind === 'account_name' && <p className="dim">{t.nameText}</p>}
        </div>
      </div>
      {step !== 'who' && step !== 'done' && (
        <div className={styles.panel} data-step="code" hidden={step !== 'code'}>
          {recovers ? (
            <TextField
              key="recovery"
              label={t.fields.recoveryCode}
              name="recoveryCode"
              autoComplete="off"
              hint={t.fields.recoveryCodeHint}
              error={wrong.recoveryCode}
            />
          ) : (
            <>
              <p className="dim">{t.sentTo(identifier)}</p>
              <Suspense>
                <CodeField words={t.fields} error={wrong.code} onSend={resend} sentFor={sent?.seconds ?? 0} />
              </Suspense>
            </>
          )}
          {kind !== 'account_name' && (
            <button
              type="button"
              className={`btn quiet s ${styles.other}`}
              onClick={() => {
                setProblem(null)
                setByRecovery(!byRecovery)
              }}
            >
              {byRecovery ? t.useCode : t.useRecovery}
            </button>
          )}
        </div>
      )}
      {step === 'password' && (
        <div className={styles.panel} data-step="password">
          <PasswordField words={t.fields} label={t.fields.newPassword} isNew error={wrong.password} />
        </div>
      )}
      {step === 'done' ? (
        <div data-step="done">
          <a className="btn wide" href={`${base}/login`}>
            {t.logIn}
          </a>
        </div>
      ) : (
        <>
          <SubmitButton
            label={step === 'password' ? t.save : step === 'who' && !recovers ? t.sendCode : t.next}
            busyLabel={t.busy}
            busy={busy}
          />
          {step !== 'who' && (
            <button
              type="button"
              className={`btn quiet s ${styles.other}`}
              onClick={() => go(step === 'password' ? 'code' : 'who')}
            >
              {t.back}
            </button>
          )}
        </>
      )}
    </form>
  )
}
