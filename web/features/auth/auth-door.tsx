import '#ui/field.css'
import { useId } from 'react'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { typedInviteMaxLength } from '#shared/typed-code.ts'
import { CodeField } from '#ui/code-field.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FactorField } from '#web/forms/factor-field.tsx'
import type { AuthTexts } from '#text/en/site/auth.ts'
import { Agreement } from './agreement.tsx'
import type { AuthMode } from './auth-input.ts'
import { DoorIdentifier } from './door-identifier.tsx'
import type { FieldSentences } from './field-sentences.ts'
import styles from './auth.module.css'

export type AuthDoorProps = {
  readonly mode: AuthMode
  readonly sentences: FieldSentences
  readonly kinds: readonly IdentifierKind[]
  readonly agreement: string
}
type Props = AuthDoorProps & { readonly t: AuthTexts; readonly language: Language; readonly base: string }

/**
 * Server-rendered login or register form, run by `drive-auth.ts`. Parts that are shown later are in `<template>`
 * elements.
 */
export function AuthDoor({ mode, kinds, t, language, base }: Props) {
  const id = useId()
  const registers = mode === 'register'
  const others = kinds.filter((kind) => kind !== 'account_name')
  const fieldsOf = (kind: IdentifierKind) => (
    <>
      <DoorIdentifier
        kind={kind}
        words={t.fields}
        language={language}
        isNew={registers}
        autoComplete={registers ? undefined : 'username webauthn'}
      />
      {registers && kind !== 'account_name' && <CodeField words={t.fields} onSend={noCode} />}
    </>
  )
  return (
    <>
      <form className={styles.form} method="post" noValidate aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`}>{t[mode].title}</h1>
        <p className={`${styles.sub} lead`}>{t[mode].lead}</p>
        {!registers && <p className={styles.notice} hidden data-erase="" />}
        <div className={styles.panel} data-fields="">
          {others.length > 0 && (
            <Tabs
              className={styles.tabs}
              label={t.kinds.label}
              tabs={kinds.map((key) => ({ key, text: t.kinds[key] }))}
              chosen="account_name"
              panel={`${id}-panel`}
              onChoose={() => {}}
            />
          )}
          <div
            className={styles.panel}
            id={`${id}-panel`}
            data-panel=""
            role={others.length > 0 ? 'tabpanel' : undefined}
            aria-labelledby={others.length > 0 ? `${id}-panel-account_name` : undefined}
          >
            {fieldsOf('account_name')}
          </div>
        </div>
        <PasswordField
          words={t.fields}
          label={t.password}
          isNew={registers}
          aside={!registers && <a href={`${base}/resetpassword`}>{t.forgot}</a>}
        />
        {registers && (
          <TextField
            label={t.inviteCode}
            mark={t.optional}
            name="inviteCode"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={typedInviteMaxLength}
          />
        )}
        <Agreement t={t} language={language} base={base} error={undefined} />
        <SubmitButton label={t[mode].submit} busyLabel={t[mode].busy} busy={false} />
        {registers ? (
          <button type="button" className="btn quiet wide" hidden data-act="passkey-new">
            {t.passkeyNew}
          </button>
        ) : (
          <button type="button" className="btn quiet wide" data-act="passkey">
            {t.passkey}
          </button>
        )}
      </form>
      <template data-summary="">
        <FormSummary problem={{ summary: '' }} />
      </template>
      {others.map((kind) => (
        <template key={kind} data-kind={kind}>
          {fieldsOf(kind)}
        </template>
      ))}
      {!registers && <SecondForm t={t} byRecovery={false} />}
      {!registers && <SecondForm t={t} byRecovery />}
    </>
  )
}

/** Placeholder for sending a code during rendering on the server, where nothing is sent. */
const noCode = () => Promise.resolve(null)

function SecondForm({ t, byRecovery }: { readonly t: AuthTexts; readonly byRecovery: boolean }) {
  const id = useId()
  return (
    <template data-factor={byRecovery ? 'recovery' : 'app'}>
      <form className={styles.form} method="post" noValidate aria-labelledby={id} data-second="">
        <h1 id={id}>{t.factor.title}</h1>
        <p className={`${styles.sub} lead`}>{byRecovery ? t.factor.leadRecovery : t.factor.lead}</p>
        <div data-fields="">
          <FactorField words={t.fields} byRecovery={byRecovery} problem={null} />
        </div>
        <SubmitButton label={t.factor.submit} busyLabel={t.factor.busy} busy={false} />
        <div className={styles.ways}>
          <button type="button" className="btn quiet s" data-act="other">
            {byRecovery ? t.factor.useApp : t.factor.useRecovery}
          </button>
          <button type="button" className="btn quiet s" data-act="back">
            {t.factor.back}
          </button>
        </div>
      </form>
    </template>
  )
}
