import '#ui/check.css'
import '#ui/field.css'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { FieldError } from '#ui/field-error.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { storedToken } from '#web/client/tokens.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { ApplicationTexts } from '#text/en/site/application.ts'
import { applicationFields, draftOf, missingOf, readApplication } from './application-input.ts'
import styles from './application.module.css'

type Props = {
  readonly t: ApplicationTexts
  readonly language: Language
  readonly base: string
  readonly onSent: () => void
}

/**
 * Form to apply as an affiliate. Signed-out visitors are sent to the login page; a draft of their text stays in this
 * tab.
 */
export function ApplicationForm({ t, language, base, onSent }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { busy, problem, setProblem, send } = useSending(language)
  const [restored, setRestored] = useState(false)
  const wrong = problem?.fields ?? {}

  useEffect(() => {
    const draft = draftOf(readStoredJson('sessionStorage', storageKeys.applicationDraft))
    if (!draft) return
    for (const name of applicationFields) {
      const field = form.current?.elements.namedItem(name)
      if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === '')
        field.value = draft[name]
    }
    setRestored(true)
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { agreed, ...draft } = readApplication(new FormData(event.currentTarget))
    void send(async () => {
      const missing = missingOf({ agreed, ...draft })
      if (missing.length > 0) {
        const sentences = { ...t.required, agreed: t.agreeRequired }
        setProblem({
          summary: t.checkInput(missing.length),
          fields: Object.fromEntries(missing.map((field) => [field, sentences[field]])),
        })
        return
      }
      setProblem(null)
      const leave = () => {
        writeStored('sessionStorage', storageKeys.applicationDraft, JSON.stringify(draft))
        goToLogin(base)
        return 'leaving' as const
      }
      if (storedToken() === null) return leave()
      try {
        await api('/api/system/system_affiliate_apply', { ...draft, agreed }, { handlesErrors: true })
      } catch (error) {
        if (error instanceof ApiError && error.status === 'Unauthorized') return leave()
        throw error
      }
      removeStored('sessionStorage', storageKeys.applicationDraft)
      onSent()
      return
    })
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
      <FormSummary problem={problem} />
      <p className={restored && !problem ? styles.restored : 'vh'} role="status">
        {restored && !problem ? t.restored : ''}
      </p>
      <TextField
        label={t.channel}
        name="channel"
        autoComplete="off"
        maxLength={200}
        hint={t.channelHint}
        error={wrong.channel}
      />
      <TextField
        label={t.audience}
        name="audience"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={200}
        hint={t.audienceHint}
        error={wrong.audience}
      />
      <TextArea label={t.message} name="message" maxLength={2000} error={wrong.message} />
      <TextField
        label={t.contact}
        name="contact"
        autoComplete="off"
        maxLength={100}
        hint={t.contactHint}
        error={wrong.contact}
      />
      <div>
        <label className={wrong.agreed ? 'check bad' : 'check'}>
          <input
            type="checkbox"
            name="agreed"
            aria-invalid={wrong.agreed ? true : undefined}
            aria-describedby={wrong.agreed ? 'application-agreed' : undefined}
          />
          <span>
            {t.agree}
            <a href={`${base}/clause/terms-of-service#affiliates`}>{t.terms}</a>
            {t.agreeEnd}
          </span>
        </label>
        {wrong.agreed && <FieldError id="application-agreed" text={wrong.agreed} />}
      </div>
      <SubmitButton label={t.submit} busyLabel={t.busy} busy={busy} />
    </form>
  )
}
