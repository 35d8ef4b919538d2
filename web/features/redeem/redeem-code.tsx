import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import styles from './redeem.module.css'

type Props = { readonly t: SecurityTexts; readonly language: Language }

export default function RedeemCode({ t, language }: Props) {
  const words = t.redeem
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const { form, problem, setProblem, send } = useEditor({ t, language, onClose: () => setOpen(false) })
  const [until, setUntil] = useState<number | null>(null)
  const submit = (data: FormData) =>
    send(async () => {
      const code = formText(data, 'giftCode').trim()
      const { expiresAt } = await api('/api/system/system_redeem_code', { code }, { handlesErrors: true })
      setUntil(expiresAt)
      setOpen(false)
      await queryClient.invalidateQueries()
    })
  const show = () => {
    setProblem(null)
    setOpen(true)
  }
  return (
    <div className={styles.redeem}>
      <button type="button" className="btn quiet s" onClick={show}>
        {words.open}
      </button>
      <p role="status">{until !== null && words.done(displayDate(until, language))}</p>
      {open && (
        <DialogForm {...form} title={words.title} lead={words.lead} submitLabel={words.submit} onSubmit={submit}>
          <TextField
            label={words.label}
            name="giftCode"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={64}
            hint={words.hint}
            error={problem?.fields.code}
          />
        </DialogForm>
      )}
    </div>
  )
}
