import { use, useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import type { FieldError as FieldErrorName } from '#shared/field-errors.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { saveSignInMethod, type SignInMethod } from '#web/client/agreement-memory.ts'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { inviteCodeOf } from '#web/client/campaign-parameters.ts'
import { reportFunnelStep } from '#web/client/marketing.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SignInTexts } from '#text/en/site/sign-in.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import { Agreement } from './agreement.tsx'
import { submitAuth } from './auth.calls.ts'
import { checkAuthInput, type AuthInput } from './auth-input.ts'
import type { FieldSentences } from './field-sentences.ts'
import { makeName, makePassword } from './make-credentials.ts'
import { KeepPassword } from './keep-password.tsx'
import { canKeepPasskey } from './platform-passkey.ts'
import styles from './sign-in-sheet.module.css'

type Props = {
  readonly t: AuthTexts
  readonly words: SignInTexts
  readonly language: Language
  readonly base: string
  readonly sentences: FieldSentences
  readonly agreement: string
  readonly sum: string | null
  readonly onEntered: () => void
  /** Opens the register page; null if an account needs only a name, because this form is then enough. */
  readonly onElsewhere: (() => void) | null
}

/** Creates an account in one click with a generated name and a passkey or generated password. */
export function NewAccount({ t, words, language, base, sentences, agreement, sum, onEntered, onElsewhere }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(makeName)
  const [password] = useState(makePassword)
  const [ownName, setOwnName] = useState(false)
  const [ownPassword, setOwnPassword] = useState(false)
  const keepsPasskey = use(canKeepPasskey())
  const [way, setWay] = useState<SignInMethod>(keepsPasskey ? 'passkey' : 'password')
  const [invite] = useState(() => inviteCodeOf(readOrigin().r ?? '').slice(0, 32))
  const { busy, problem, setProblem, send } = useSending(language)
  const wrong = problem?.fields ?? {}
  useEffect(() => reportFunnelStep('sign_up_form'), [])
  useEffect(() => {
    if (ownName) form.current?.querySelector<HTMLInputElement>('[name=identifier]')?.focus()
  }, [ownName])

  function refuse(found: Readonly<Partial<Record<string, FieldErrorName>>>) {
    const errors = Object.entries(found)
    setProblem({
      summary: errors.length === 1 && found.agreed ? sentences.AgreementRequired : t.checkInput(errors.length),
      fields: Object.fromEntries(errors.map(([field, error]) => [field, error && sentences[error]])),
    })
  }

  function choose(next: SignInMethod) {
    setProblem(null)
    setWay(next)
  }

  function nameAnew(): string {
    const made = makeName()
    setName(made)
    return made
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const input: AuthInput = {
      kind: 'account_name',
      identifier: ownName ? formText(data, 'identifier') : name,
      code: '',
      password: ownPassword ? formText(data, 'password') : password,
      inviteCode: invite,
      agreed: data.has('agreed'),
    }
    void send(async () => {
      const found = checkAuthInput('register', way === 'passkey' ? { ...input, password: null } : input)
      if (Object.keys(found).length > 0) return refuse(found)
      const rename = ownName ? null : nameAnew
      if (way === 'password') await register(input, rename)
      else if (!(await registerByPasskey(input, t.passkeyName, rename)))
        return setProblem({ summary: t.passkeyNotMade, fields: {} })
      saveSignInMethod(way, agreement)
      onEntered()
      return 'leaving'
    })
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit} aria-label={words.newTitle}>
      <FormSummary problem={problem} />
      {ownName ? (
        <TextField
          label={t.accountName}
          name="identifier"
          autoComplete="username"
          hint={t.fields.accountNameHint}
          error={wrong.identifier ?? wrong.accountName}
        />
      ) : (
        <div className={styles.made}>
          <span>
            <small id={`${id}-name`}>{t.accountName}</small>
            {/* Shows the generated name in an input field, so that password managers save it. */}
            <input readOnly name="username" autoComplete="username" aria-labelledby={`${id}-name`} value={name} />
          </span>
          <button type="button" className="ib" aria-label={words.anotherName} onClick={nameAnew}>
            ↻
          </button>
          <button type="button" className="link small" onClick={() => setOwnName(true)}>
            {words.ownName}
          </button>
        </div>
      )}
      {way === 'passkey' ? (
        <p className="small">{words.passkeyNote}</p>
      ) : (
        <KeepPassword
          t={t}
          words={words}
          name={name}
          password={password}
          isOwn={ownPassword}
          error={wrong.password}
          onOwn={() => setOwnPassword(true)}
        />
      )}
      <Agreement t={t} language={language} base={base} error={wrong.agreed} />
      <SubmitButton
        label={submitText(words, way === 'passkey' || ownPassword, sum)}
        busyLabel={t.register.busy}
        busy={busy}
      />
      {(invite !== '' || onElsewhere || keepsPasskey) && (
        <p className={`${styles.ways} small`}>
          {keepsPasskey && (
            <button
              type="button"
              className="link small"
              onClick={() => choose(way === 'passkey' ? 'password' : 'passkey')}
            >
              {way === 'passkey' ? words.usePassword : words.usePasskey}
            </button>
          )}
          {invite !== '' && <span className="dim">{words.invited(invite)}</span>}
          {onElsewhere && (
            <button type="button" className="link small" onClick={onElsewhere}>
              {words.byAddress}
            </button>
          )}
        </p>
      )}
    </form>
  )
}

/** Number of further generated names to try before the user must choose one. */
const tries = 4

/**
 * Creates the account. If the generated name is taken, tries another one; drops an unknown invite code that came from a
 * link.
 */
async function register(input: AuthInput, rename: (() => string) | null): Promise<void> {
  let tried = input
  for (let left = tries; ; left--) {
    try {
      await submitAuth('register', tried)
      return
    } catch (error) {
      if (!(error instanceof ApiError) || left === 0) throw error
      if (error.status === 'AccountNameTaken' && rename) {
        tried = { ...tried, identifier: rename() }
      } else if (error.fields.inviteCode !== undefined && tried.inviteCode !== '') tried = { ...tried, inviteCode: '' }
      else throw error
    }
  }
}

async function registerByPasskey(
  { identifier, inviteCode, agreed }: AuthInput,
  passkeyName: string,
  rename: (() => string) | null,
): Promise<boolean> {
  const { signUpWithPasskey } = await import('./passkey-sign-up.ts')
  const newcomer = { accountName: identifier, inviteCode, agreed, passkeyName }
  return (await signUpWithPasskey(newcomer, { rename, dropsInvite: true })) !== null
}

/** Text of the submit button. `isKept`: true if the user has no password to write down first. */
const submitText = (t: SignInTexts, isKept: boolean, sum: string | null): string => {
  if (sum === null) return isKept ? t.createAndGo : t.keptAndGo
  return isKept ? t.createAndPay(sum) : t.keptAndPay(sum)
}
