import { useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { affiliateQuery } from '#web/features/affiliate/base/affiliate.queries.ts'

type Props = DashboardProps & { readonly name: string | null; readonly onClose: () => void }

export function NameForVisitors({ t, language, name, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const words = t.links.greeting
  const submit = (data: FormData) =>
    save(async () => {
      await api('/api/system/system_affiliate_greeting', { name: formText(data, 'name') }, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: affiliateQuery.queryKey, exact: true })
    }, words.saved)
  return (
    <DialogForm {...form} title={words.title} lead={words.lead} submitLabel={t.save} onSubmit={submit}>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={40}
        defaultValue={name ?? ''}
        hint={words.hint}
        error={problem?.fields.name}
      />
    </DialogForm>
  )
}
