import { useQueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { api } from '#web/client/api.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import { linksQuery, type Link, type Links } from './connect.queries.ts'

type Props = {
  readonly t: ConnectTexts
  readonly language: Language
  readonly link: Link
  readonly onClose: () => void
}
const quiet = { handlesErrors: true }

type RenewProps = Props & {
  /** Scope of the renewal: only this device's link, or all links of the account. */
  readonly renews: Links['renews']
  readonly onRenewed: (id: string) => void
}

/** Dialog that replaces a subscription link that may have leaked. */
export function RenewLink({ t, language, link, renews, onClose, onRenewed }: RenewProps) {
  const words = t.list
  const queryClient = useQueryClient()
  const { form, save } = useEditor({ t, language, onClose })
  const submit = async () => {
    let isRenewed = false
    await save(async () => {
      await api('/api/user/user_rotate_tunnel_link', { id: link.id }, quiet)
      await queryClient.refetchQueries({ queryKey: linksQuery.queryKey })
      isRenewed = true
    }, words.renewed)
    if (isRenewed) onRenewed(link.id)
  }
  return (
    <DialogForm
      {...form}
      title={words.renewTitle}
      lead={words.renewLead[renews](link.name ?? words.unnamed)}
      submitLabel={words.renew}
      onSubmit={submit}
    />
  )
}

/** Dialog that removes a subscription link. This frees its device place, because each link occupies one. */
export function RemoveLink({ t, language, link, onClose }: Props) {
  const words = t.list
  const queryClient = useQueryClient()
  const { form, save } = useEditor({ t, language, onClose })
  const submit = () =>
    save(async () => {
      await api('/api/user/user_unbind_device', { id: link.id }, quiet)
      await queryClient.invalidateQueries()
    }, words.removed)
  return (
    <DialogForm
      {...form}
      title={words.removeTitle}
      lead={words.removeLead(link.name ?? words.unnamed)}
      submitLabel={words.remove}
      kind="stop"
      onSubmit={submit}
    />
  )
}
