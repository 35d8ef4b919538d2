import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { foldBase32 } from '#shared/typed-code.ts'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import { refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { goToLogin, isSignedOut } from '#web/client/login-return.ts'
import { userQuery } from '#web/client/session.ts'
import { redeemCode } from '#web/client/storage-keys.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'
import { CodeRow } from './code-row.tsx'
import styles from './codes.module.css'

type Props = { readonly t: PayingTexts; readonly language: Language; readonly base: string }

export default function RedeemCodeField({ t, language, base }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const [saved] = useState(() => readStored('sessionStorage', redeemCode))
  const [typed, setTyped] = useState(saved ?? '')
  const [isMalformed, setIsMalformed] = useState(false)
  const redeeming = useMutation({
    mutationFn: (code: string) => api('/api/system/system_redeem_code', { code }, { handlesErrors: true }),
    onSuccess: () => {
      removeStored('sessionStorage', redeemCode)
      return queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    },
  })
  const needsAccount = !isMalformed && isSignedOut(redeeming.error)
  const problem = isMalformed ? t.giftForm : needsAccount ? null : refusalText(redeeming.error)
  const submit = () => {
    if (redeeming.isPending || typed.trim() === '') return
    const isCode = foldBase32(typed).length === 16
    setIsMalformed(!isCode)
    if (isCode) redeeming.mutate(typed)
  }
  const leaveFor = (door: 'login' | 'register') => {
    writeStored('sessionStorage', redeemCode, typed)
    goToLogin(base, door)
  }

  // Moves the focus into the field, because the button that opened it is gone, and to the result once the code is
  // redeemed, because the field is then gone. A code saved before the sign-in only waits for the button.
  const part = useRef<HTMLDivElement & HTMLParagraphElement>(null)
  useEffect(
    () => (part.current?.querySelector<HTMLElement>(saved === null ? 'input' : 'button') ?? part.current)?.focus(),
    [redeeming.isSuccess, saved],
  )

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
      {needsAccount && (
        <div className={styles.doors} role="alert">
          <p>{t.giftSignIn}</p>
          {(['register', 'login'] as const).map((door) => (
            <button
              key={door}
              type="button"
              className={door === 'register' ? 'btn s' : 'btn quiet s'}
              onClick={() => leaveFor(door)}
            >
              {t.giftDoors[door]}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
