import { useQueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  readonly totp: boolean
  readonly onClose: () => void
  readonly onDone?: () => void
}

export function ChangePassword({ t, language, totp, onClose, onDone }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const submit = (data: FormData) =>
    save(async () => {
      const input = { ...readProof(data), newPassword: formText(data, 'newPassword') }
      await api('/api/user/user_change_password', input, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      onDone?.()
    }, t.password.done)
  return (
    <DialogForm {...form} title={t.password.changeTitle} lead={t.password.lead} submitLabel={t.save} onSubmit={submit}>
      <ProofFields t={t} totp={totp} problem={problem} passwordLabel={t.password.current} />
      <PasswordField
        words={t.fields}
        label={t.fields.newPassword}
        name="newPassword"
        isNew
        error={problem?.fields.newPassword}
      />
    </DialogForm>
  )
}
