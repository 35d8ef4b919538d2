import '#ui/field.css'
import { useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { api } from '#web/client/api.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'
import { amountText } from '#web/display/token-amount.ts'
import { useSending } from '#web/forms/use-sending.ts'
import { returnAddress } from '#web/client/storage-keys.ts'
import type { Order } from './order.ts'
import { judgeReturnAddress } from './return-address.rules.ts'
import styles from './return-address.module.css'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly number: string
  readonly token: NonNullable<Order['token']>
}

/**
 * Asks for the wallet address to which an excess amount is returned. The answer goes to support, which makes the
 * refund.
 */
export default function ReturnAddress({ t, language, number, token }: Props) {
  const { busy, problem, setProblem, send } = useSending(language)
  const [key] = useState(() => randomAlphanumerics(24))
  const storageKey = `${returnAddress}${number}`
  const [sentTo, setSentTo] = useState(() => readStored('sessionStorage', storageKey))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('address')
    const judged = judgeReturnAddress(typeof typed === 'string' ? typed : '', token)
    if ('fault' in judged) {
      const sentence = t.giveBack[judged.fault]
      return setProblem({ summary: sentence, fields: { address: sentence } })
    }
    const { address } = judged
    setProblem(null)
    void send(async () => {
      const excess = `${amountText(token.excess, token.decimals)} ${token.symbol}`
      const text = t.giveBack.message(number, excess, address)
      await api('/api/user/support_write', { idempotencyKey: key, text }, { handlesErrors: true })
      writeStored('sessionStorage', storageKey, address)
      setSentTo(address)
    })
  }
  if (sentTo !== null)
    return (
      <p className={styles.sent} role="status">
        {t.giveBack.sent(sentTo)}
      </p>
    )
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        label={t.giveBack.label}
        hint={t.giveBack.hint}
        name="address"
        autoComplete="off"
        error={problem?.fields.address ?? problem?.summary}
      />
      <SubmitButton label={t.giveAddress} busyLabel={t.giveBack.sending} busy={busy} />
    </form>
  )
}
