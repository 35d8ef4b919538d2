import { startRegistration } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { api, type CallInput } from '#web/client/api.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { securityQuery } from '#web/client/security-query.ts'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  readonly totp: boolean
  readonly onClose: () => void
}
type Answer = CallInput<'/api/user/user_passkey_register'>['response']
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
const quiet = { handlesErrors: true }

export default function AddPasskey({ t, language, totp, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, setProblem, send } = useEditor({ t, language, onClose })
  const words = t.passkeys

  const submit = (data: FormData) =>
    send(async () => {
      if (!('PublicKeyCredential' in window)) return setProblem({ summary: words.unknown, fields: {} })
      const options = await api('/api/user/user_passkey_register_options', readProof(data), quiet)
      const response = await makePasskey(options as Options)
      if (!response) return setProblem({ summary: words.notMade, fields: {} })
      await api('/api/user/user_passkey_register', { name: formText(data, 'name').trim(), response }, quiet)
      await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
      flushSync(onClose)
      showToast({ kind: 'done', text: words.added, language })
    })

  return (
    <DialogForm {...form} title={words.addTitle} lead={words.addLead} submitLabel={words.add} onSubmit={submit}>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={40}
        hint={words.nameHint}
        error={problem?.fields.name}
      />
      <ProofFields t={t} totp={totp} problem={problem} />
    </DialogForm>
  )
}

async function makePasskey(optionsJSON: Options): Promise<Answer | null> {
  try {
    return (await startRegistration({ optionsJSON })) as Answer
  } catch {
    return null
  }
}
