import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { FieldError } from '#ui/field-error.tsx'
import { refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { loginIfSignedOut } from '#web/client/login-return.ts'
import { userQuery } from '#web/client/session.ts'
import type { PayingTexts } from '#web/text/en/paying.ts'
import styles from './codes.module.css'

type Props = { readonly t: PayingTexts; readonly language: Language; readonly base: string }

/** Redeems a redeem code in place. Anyone who is not signed in goes to log in first. */
export default function RedeemCodeField({ t, language, base }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const redeeming = useMutation({
    mutationFn: (code: string) => api('/api/system/system_redeem_code', { code }, { handlesErrors: true }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
    onError: (error) => loginIfSignedOut(error, base),
  })
  const problem = refusalText(redeeming.error)
  const submit = () => {
    if (!redeeming.isPending && typed.trim() !== '') redeeming.mutate(typed)
  }

  /** This stands inside the form that pays: Enter here must not pay. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }

  if (redeeming.data)
    return (
      <p className={styles.chip} role="status">
        {t.giftDone(displayDate(redeeming.data.expiresAt, language))}
      </p>
    )
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t.giftLabel}</label>
      <div className={styles.row}>
        <input
          id={id}
          className="input"
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="button" className="btn quiet" aria-busy={redeeming.isPending || undefined} onClick={submit}>
          {t.giftRedeem}
        </button>
      </div>
      <p id={`${id}-hint`} className="small dim">
        {t.giftHint}
      </p>
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`} text={problem} />
        </div>
      )}
    </div>
  )
}
