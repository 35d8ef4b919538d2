import '#ui/field.css'
import { Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { AddressKind, IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError as FieldErrorName } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { readPhoneField } from '#ui/phone-number.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { inviteCodeOf } from '#web/client/campaign-parameters.ts'
import { IdentifierField, type TypedIdentifier } from '#web/forms/identifier-field.tsx'
import { checkIdentifierInput, formText, readIdentifierInput } from '#web/forms/identifier-input.ts'
import { saveWayIn, type WayIn } from '#web/client/agreed-here.ts'
import { enterSite, noteSignIn } from '#web/client/login-return.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { AuthTexts } from '#web/text/en/auth.ts'
import { Agreement } from './agreement.tsx'
import { sendCode, submitAuth, type Entered } from './auth.calls.ts'
import { checkAuthInput, readAuthInput, type AuthMode } from './auth-input.ts'
import { enterNew } from './enter-new.ts'
import { EraseNotice } from './erase-notice.tsx'
import type { FieldSentences } from './field-sentences.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { canKeepPasskey } from './platform-passkey.ts'
import styles from './auth.module.css'

const CodeField = lazySection(async () => ({ default: (await import('#ui/code-field.tsx')).CodeField }))
const SecondFactor = lazySection(() => import('./second-factor.tsx'))

export type AuthProps = {
  readonly mode: AuthMode
  readonly sentences: FieldSentences
  /** What one can sign in with here. */
  readonly kinds: readonly IdentifierKind[]
  /** Of the texts that are agreed to. */
  readonly agreement: string
}
type Props = AuthProps & {
  readonly t: AuthTexts
  readonly language: Language
  readonly base: string
  /** Stands on a page that goes on by itself, under a title of its own. `way`: how someone signed in here last. */
  readonly within?: { readonly submit: string; readonly way: WayIn | null }
  /** In place of the way back to where someone came from. */
  readonly onEntered?: () => void
}

/** Log in or register. Fields are the browser's own: nothing typed is lost, whatever goes wrong. */
export function AuthForm({ mode, sentences, kinds, agreement, t, language, base, within, onEntered }: Props) {
  const id = useId()
  const words = t[mode]
  const registers = mode === 'register'
  const form = useRef<HTMLFormElement>(null)
  const invite = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<IdentifierKind>('account_name')
  const [typed, setTyped] = useState<Partial<Record<IdentifierKind, TypedIdentifier>>>({})
  /** A sign-in that waits for its second factor. */
  const [challenge, setChallenge] = useState<string | null>(null)
  const { busy, problem, setProblem, send } = useSending(language, ({ status, next }) => {
    if (status !== 'SecondFactorRequired' || !next.challenge) return
    setChallenge(next.challenge)
    return 'taken'
  })
  const codeSending = useSending(language, ({ message, fields }) => {
    setProblem({ summary: message, fields })
    return 'taken'
  })
  const wrong = problem?.fields ?? {}
  const [keepsPasskey, setKeepsPasskey] = useState(false)

  useEffect(() => {
    if (!registers) return
    void canKeepPasskey().then(setKeepsPasskey)
    const query = new URLSearchParams(location.search)
    const code = query.get('invite') ?? inviteCodeOf(query.get('r') ?? readOrigin().r ?? '')
    if (invite.current && invite.current.value === '' && code) invite.current.value = code.slice(0, 32)
  }, [registers])

  function enter(way: WayIn, entered: Entered) {
    saveWayIn(way, registers || way === 'password' ? agreement : null)
    if (onEntered) {
      noteSignIn(entered)
      return onEntered()
    }
    if (registers) void enterNew(base)
    else enterSite(entered)
  }

  function choose(next: IdentifierKind) {
    const data = new FormData(form.current ?? undefined)
    const now = kind === 'phone' ? { phone: readPhoneField(data) } : { text: formText(data, 'identifier') }
    setTyped({ ...typed, [kind]: now })
    setProblem(null)
    setKind(next)
  }

  function refuse(found: Readonly<Partial<Record<string, FieldErrorName>>>) {
    const errors = Object.entries(found)
    const onlyAgreement = errors.length === 1 && found.agreed
    setProblem({
      summary: onlyAgreement ? sentences.AgreementRequired : t.checkInput(errors.length),
      fields: Object.fromEntries(errors.map(([field, error]) => [field, error && sentences[error]])),
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    void send(async () => {
      const input = await readAuthInput(currentTarget, kind)
      const found = checkAuthInput(mode, input)
      if (Object.keys(found).length > 0) return refuse(found)
      enter('password', await submitAuth(mode, input))
      return 'leaving'
    })
  }

  const registerByPasskey = () =>
    send(async () => {
      if (!form.current) return
      const input = await readAuthInput(form.current, kind)
      const found = checkAuthInput(mode, { ...input, password: null })
      if (Object.keys(found).length > 0) return refuse(found)
      const { signUpWithPasskey } = await import('./passkey-sign-up.ts')
      const entered = await signUpWithPasskey({
        accountName: input.identifier,
        inviteCode: input.inviteCode,
        agreed: input.agreed,
        passkeyName: t.passkeyName,
      })
      if (!entered) return setProblem({ summary: t.passkeyNotMade, fields: {} })
      enter('passkey', entered)
      return 'leaving'
    })

  /** Seconds until the next code, or null where the address is wrong or none was sent. */
  async function requestCode(address: AddressKind): Promise<number | null> {
    let seconds: number | null = null
    await codeSending.send(async () => {
      const identifier = await readIdentifierInput(new FormData(form.current ?? undefined), address)
      const error = checkIdentifierInput(address, identifier)
      if (error) return refuse({ identifier: error })
      seconds = await sendCode('register', address, identifier)
      setProblem(null)
    })
    return seconds
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
            isPart={within !== undefined}
            onEntered={(entered) => enter('password', entered)}
            onBack={(summary) => {
              setChallenge(null)
              setProblem(summary === null ? null : { summary, fields: {} })
            }}
          />
        </Suspense>
      )}
      <form
        ref={form}
        className={styles.form}
        hidden={challenge !== null}
        method="post"
        noValidate
        onSubmit={submit}
        aria-labelledby={within ? undefined : `${id}-title`}
      >
        {!within && (
          <>
            <h1 id={`${id}-title`}>{words.title}</h1>
            <p className={`${styles.sub} lead`}>{words.lead}</p>
          </>
        )}
        {!registers && <EraseNotice t={t} language={language} />}
        <FormSummary problem={problem} />
        {within?.way === 'passkey' && <>{passkey('btn wide', within.submit)}</>}
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
            isNew={registers}
            autoComplete={registers ? undefined : 'username webauthn'}
          />
          {registers && kind !== 'account_name' && (
            <Suspense fallback={<TextField label={t.fields.code} hint={t.fields.codeHint} disabled />}>
              <CodeField key={kind} words={t.fields} error={wrong.code} onSend={() => requestCode(kind)} />
            </Suspense>
          )}
        </div>
        <PasswordField
          words={t.fields}
          label={t.password}
          isNew={registers}
          error={wrong.password}
          aside={!registers && <a href={`${base}/resetpassword`}>{t.forgot}</a>}
        />
        {registers && (
          <TextField
            ref={invite}
            label={t.inviteCode}
            mark={t.optional}
            name="inviteCode"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={32}
            error={wrong.inviteCode}
          />
        )}
        <Agreement
          t={t}
          language={language}
          base={base}
          error={wrong.agreed}
          {...(!registers && { versions: agreement })}
        />
        <SubmitButton label={within?.submit ?? words.submit} busyLabel={words.busy} busy={busy} />
        {keepsPasskey && kind === 'account_name' && (
          <button type="button" className="btn quiet wide" onClick={() => void registerByPasskey()}>
            {t.passkeyNew}
          </button>
        )}
        {!registers && within?.way !== 'passkey' && passkey('btn quiet wide', t.passkey)}
      </form>
    </>
  )
}
