import { useQueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'

type Props = { readonly t: SecurityTexts; readonly language: Language; readonly onClose: () => void }

export default function NameAccount({ t, language, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const submit = (data: FormData) =>
    save(async () => {
      const input = { accountName: formText(data, 'accountName'), password: formText(data, 'password') }
      await api('/api/user/user_name_account', input, { handlesErrors: true })
      await queryClient.invalidateQueries()
    }, t.saved)
  return (
    <DialogForm
      {...form}
      title={t.edit.nameAccountTitle}
      lead={t.edit.nameAccountLead}
      submitLabel={t.save}
      onSubmit={submit}
    >
      <TextField
        label={t.fields.accountName}
        name="accountName"
        autoComplete="username"
        hint={t.fields.accountNameHint}
        error={problem?.fields.accountName}
      />
      <PasswordField words={t.fields} label={t.fields.password} isNew error={problem?.fields.password} />
    </DialogForm>
  )
}
