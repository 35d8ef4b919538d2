import { useQueryClient } from '@tanstack/react-query'
import { deviceNameMaxLength } from '#shared/device-codes.ts'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { DeviceTexts } from '#text/en/site/device.ts'
import { devicesQuery, type Device } from './devices.queries.ts'

type Props = {
  readonly t: DeviceTexts
  readonly language: Language
  readonly device: Device
  readonly onClose: () => void
}
const quiet = { handlesErrors: true }

export function RenameDevice({ t, language, device, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const submit = (data: FormData) =>
    save(async () => {
      await api('/api/user/user_rename_device', { id: device.id, name: formText(data, 'name').trim() }, quiet)
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    }, t.saved)
  return (
    <DialogForm {...form} title={t.renameTitle} submitLabel={t.save} onSubmit={submit}>
      <TextField
        label={t.name}
        name="name"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={deviceNameMaxLength}
        defaultValue={device.name ?? ''}
        error={problem?.fields.name}
      />
    </DialogForm>
  )
}

export function UnbindDevice({ t, language, device, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, save } = useEditor({ t, language, onClose })
  const submit = () =>
    save(async () => {
      await api('/api/user/user_unbind_device', { id: device.id }, quiet)
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    }, t.unbound)
  return (
    <DialogForm
      {...form}
      title={t.unbindTitle}
      lead={(device.link ? t.unbindLinkLead : t.unbindLead)(device.name ?? t.unnamed)}
      submitLabel={t.unbind}
      kind="stop"
      onSubmit={submit}
    />
  )
}
