import { Suspense, useId, useRef, useState, type SubmitEvent, useEffect } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { readPhoneField } from '#ui/phone-number.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { IdentifierField, type TypedIdentifier } from '#web/forms/identifier-field.tsx'
import { formText } from '#web/forms/identifier-input.ts'
import { saveSignInMethod, type SignInMethod } from '#web/client/agreement-memory.ts'
import { findErasure, saveCancelledDeletion } from '#web/client/login-return.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import { Agreement } from './agreement.tsx'
import { submitAuth, type Entered } from './auth.calls.ts'
import { checkAuthInput, readAuthInput } from './auth-input.ts'
import type { FieldSentences } from './field-sentences.ts'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './auth.module.css'
import { displayDate } from '#web/display/display-date.ts'

const SecondFactor = lazySection(() => import('./second-factor.tsx'))

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly base: string
  readonly sentences: FieldSentences
  readonly kinds: readonly IdentifierKind[]
  readonly agreement: string
  readonly submitLabel: string
  readonly way: SignInMethod | null
  readonly onEntered: () => void
}

/**
 * Login form inside React pages. The login page itself has the same fields, run by `drive-auth.ts`. Inputs are
 * uncontrolled, so that an error never loses what was typed.
 */
export function LoginForm({ t, language, base, sentences, kinds, agreement, submitLabel, way, onEntered }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<IdentifierKind>('account_name')
  const [typed, setTyped] = useState<Partial<Record<IdentifierKind, TypedIdentifier>>>({})
  const [challenge, setChallenge] = useState<string | null>(null)
  const { busy, problem, setProblem, send } = useSending(language, ({ status, next }) => {
    if (status !== 'SecondFactorRequired' || !next.challenge) return
    setChallenge(next.challenge)
    return 'taken'
  })
  const wrong = problem?.fields ?? {}

  function enter(by: SignInMethod, entered: Entered) {
    saveSignInMethod(by, by === 'password' ? agreement : null)
    saveCancelledDeletion(entered)
    onEntered()
  }

  function choose(next: IdentifierKind) {
    const data = new FormData(form.current ?? undefined)
    const now = kind === 'phone' ? { phone: readPhoneField(data) } : { text: formText(data, 'identifier') }
    setTyped({ ...typed, [kind]: now })
    setProblem(null)
    setKind(next)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    void send(async () => {
      const input = await readAuthInput(currentTarget, kind)
      const found = checkAuthInput('login', input)
      const errors = Object.entries(found)
      if (errors.length > 0)
        return setProblem({
          summary: errors.length === 1 && found.agreed ? sentences.AgreementRequired : t.checkInput(errors.length),
          fields: Object.fromEntries(errors.map(([field, error]) => [field, sentences[error]])),
        })
      enter('password', await submitAuth('login', input))
      return 'leaving'
    })
  }

  const passkey = (className: string, label: string) => (
    <PasskeyButton
      t={t}
      language={language}
      className={className}
      label={label}
      onEntered={(entered) => enter('passkey', entered)}
      onProblem={(summary) => setProblem({ summary, fields: {} })}
    />
  )
  return (
    <>
      {challenge !== null && (
        <Suspense>
          <SecondFactor
            t={t}
            language={language}
            challenge={challenge}
            onEntered={(entered) => enter('password', entered)}
            onBack={(summary) => {
              setChallenge(null)
              setProblem(summary === null ? null : { summary, fields: {} })
            }}
          />
        </Suspense>
      )}
      <form ref={form} className={styles.form} hidden={challenge !== null} method="post" noValidate onSubmit={submit}>
        <EraseNotice t={t} language={language} />
        <FormSummary problem={problem} />
        {way === 'passkey' && <>{passkey('btn wide', submitLabel)}</>}
        {kinds.length > 1 && (
          <Tabs
            className={styles.tabs}
            label={t.kinds.label}
            tabs={kinds.map((key) => ({ key, text: t.kinds[key] }))}
            chosen={kind}
            panel={`${id}-panel`}
            onChoose={choose}
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
            error={wrong.identifier ?? wrong.accountName}
            typed={typed[kind]}
            autoComplete="username webauthn"
          />
        </div>
        <PasswordField
          words={t.fields}
          label={t.password}
          error={wrong.password}
          aside={<a href={`${base}/resetpassword`}>{t.forgot}</a>}
        />
        <Agreement t={t} language={language} base={base} error={wrong.agreed} versions={agreement} />
        <SubmitButton label={submitLabel} busyLabel={t.login.busy} busy={busy} />
        {way !== 'passkey' && passkey('btn quiet wide', t.passkey)}
      </form>
    </>
  )
}

function EraseNotice({ t, language }: { t: AuthTexts; language: Language }) {
  const [eraseAt, setEraseAt] = useState<number | null>(null)
  useEffect(() => {
    setEraseAt(findErasure())
  }, [])
  return eraseAt !== null && <p className={styles.notice}>{t.eraseAt(displayDate(eraseAt, language))}</p>
}
