import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { DestinationField, readDestination } from './destination-field.tsx'
import { affiliateQuery, type AffiliateLink } from '#web/features/affiliate/base/affiliate.queries.ts'
import { proposeSlug } from './campaign-slug.ts'

type Props = DashboardProps & { readonly links: readonly AffiliateLink[]; readonly onClose: () => void }

export function NewCampaign({ t, language, links, onClose }: Props) {
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const slugs = links.map(({ slug }) => slug)
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
        value={name}
        onChange={(event) => setName(event.target.value)}
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
        value={ownSlug ?? proposeSlug(name, slugs)}
        onChange={(event) => setOwnSlug(event.target.value)}
        autoComplete="off"
        maxLength={24}
        hint={words.slugHint}
        error={problem?.fields.slug}
      />
    </DialogForm>
  )
}
