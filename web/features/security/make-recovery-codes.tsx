import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { api } from '#web/client/api.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityQuery } from '#web/client/security-query.ts'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  readonly totp: boolean
  readonly onClose: () => void
}

export function MakeRecoveryCodes({ t, language, totp, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, send } = useEditor({ t, language, onClose })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const submit = (data: FormData) =>
    send(async () => {
      const made = await api('/api/user/user_recovery_codes', readProof(data), { handlesErrors: true })
      setCodes(made.recoveryCodes)
      await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
    })
  if (codes) return <RecoveryCodes t={t} codes={codes} onClose={onClose} />
  return (
    <DialogForm
      {...form}
      title={t.recovery.makeTitle}
      lead={t.recovery.makeLead}
      submitLabel={t.recovery.make}
      onSubmit={submit}
    >
      <ProofFields t={t} totp={totp} problem={problem} />
    </DialogForm>
  )
}
