import { useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { DestinationField, readDestination } from './destination-field.tsx'
import { affiliateQuery } from '#web/features/affiliate/base/affiliate.queries.ts'

export function NewCampaign({ t, language, onClose }: DashboardProps & { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const words = t.links
  const submit = (data: FormData) =>
    save(async () => {
      const input = {
        name: formText(data, 'name').trim(),
        slug: formText(data, 'slug').trim().toLowerCase(),
        destination: readDestination(data.get('destination')),
      }
      await api('/api/system/system_affiliate_campaign', input, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: affiliateQuery.queryKey, exact: true })
    }, words.created)
  return (
    <DialogForm {...form} title={words.add} lead={words.addLead} submitLabel={words.create} onSubmit={submit}>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={60}
        hint={words.nameHint}
        error={problem?.fields.name}
      />
      <DestinationField t={t} chosen="/" />
      <TextField
        label={words.slug}
        name="slug"
        autoComplete="off"
        maxLength={24}
        hint={words.slugHint}
        error={problem?.fields.slug}
      />
    </DialogForm>
  )
}
