import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { loginIfSignedOut } from '#web/client/login-return.ts'
import { userQuery } from '#web/client/session.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'
import { CodeRow } from './code-row.tsx'
import styles from './codes.module.css'

type Props = { readonly t: PayingTexts; readonly language: Language; readonly base: string }

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

  // Moves the focus into the field, because the button that opened it is gone, and to the result once the code is
  // redeemed, because the field is then gone.
  const part = useRef<HTMLDivElement & HTMLParagraphElement>(null)
  useEffect(() => (part.current?.querySelector('input') ?? part.current)?.focus(), [redeeming.isSuccess])

  if (redeeming.data)
    return (
      <p ref={part} tabIndex={-1} className={styles.chip} role="status">
        {t.giftDone(displayDate(redeeming.data.expiresAt, language))}
      </p>
    )
  return (
    <div ref={part} className={styles.field}>
      <CodeRow
        id={id}
        label={t.giftLabel}
        action={t.giftRedeem}
        typed={typed}
        onTyped={setTyped}
        onSubmit={submit}
        isBusy={redeeming.isPending}
        hint={t.giftHint}
        problem={problem}
      />
    </div>
  )
}
