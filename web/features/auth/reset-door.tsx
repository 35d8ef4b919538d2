import '#ui/field.css'
import { useId } from 'react'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { CodeField } from '#ui/code-field.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Steps } from '#ui/steps.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ResetTexts } from '#text/en/site/reset.ts'
import { DoorIdentifier } from './door-identifier.tsx'
import type { FieldSentences } from './field-sentences.ts'
import { firstKind, resetSteps } from './reset-steps.ts'
import styles from './auth.module.css'

export type ResetDoorProps = { readonly sentences: FieldSentences; readonly kinds: readonly IdentifierKind[] }
type Props = ResetDoorProps & { readonly t: ResetTexts; readonly language: Language; readonly base: string }

/**
 * Server-rendered form for a forgotten password, in three steps, run by `drive-reset.ts`. Later steps are in templates.
 */
export function ResetDoor({ kinds, t, language, base }: Props) {
  const id = useId()
  const first = firstKind(kinds)
  const fieldsOf = (kind: IdentifierKind) => (
    <>
      <DoorIdentifier
        kind={kind}
        words={t.fields}
        language={language}
        autoComplete={kind === 'email' ? 'username' : undefined}
      />
      {kind === 'account_name' && <p className="dim">{t.nameText}</p>}
    </>
  )
  return (
    <>
      <form className={styles.form} method="post" noValidate aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`}>{t.title}</h1>
        <p className={`${styles.sub} lead`} data-lead="">
          {t.lead}
        </p>
        <Steps label={t.steps.label} steps={resetSteps.map((each) => t.steps[each])} at={0} />
        <div className={styles.panel} data-step="who" data-fields="">
          {kinds.length > 1 && (
            <Tabs
              className={styles.tabs}
              label={t.kinds.label}
              tabs={kinds.map((key) => ({ key, text: t.kinds[key] }))}
              chosen={first}
              panel={`${id}-panel`}
              onChoose={() => {}}
            />
          )}
          <div
            className={styles.panel}
            id={`${id}-panel`}
            data-panel=""
            role={kinds.length > 1 ? 'tabpanel' : undefined}
            aria-labelledby={kinds.length > 1 ? `${id}-panel-${first}` : undefined}
          >
            {fieldsOf(first)}
          </div>
        </div>
        <SubmitButton label={first === 'account_name' ? t.next : t.sendCode} busyLabel={t.busy} busy={false} />
        <button type="button" className={`btn quiet s ${styles.other}`} hidden data-act="back">
          {t.back}
        </button>
      </form>
      <template data-summary="">
        <FormSummary problem={{ summary: '' }} />
      </template>
      {kinds
        .filter((kind) => kind !== first)
        .map((kind) => (
          <template key={kind} data-kind={kind}>
            {fieldsOf(kind)}
          </template>
        ))}
      <template data-later="">
        <div className={styles.panel} data-step="code" hidden>
          <div className={styles.panel} data-proof="recovery">
            <TextField
              label={t.fields.recoveryCode}
              name="recoveryCode"
              autoComplete="off"
              hint={t.fields.recoveryCodeHint}
            />
          </div>
          <div className={styles.panel} data-proof="code">
            <p className="dim" data-sent="" />
            <CodeField words={t.fields} onSend={() => Promise.resolve(null)} />
          </div>
          <button type="button" className={`btn quiet s ${styles.other}`} data-act="other">
            {t.useRecovery}
          </button>
        </div>
        <div className={styles.panel} data-step="password" hidden>
          <PasswordField words={t.fields} label={t.fields.newPassword} isNew />
        </div>
        <div data-step="done" hidden>
          <a className="btn wide" href={`${base}/login`}>
            {t.logIn}
          </a>
        </div>
      </template>
    </>
  )
}
