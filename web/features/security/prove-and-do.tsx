import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { securityQuery } from '#web/client/security-query.ts'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  readonly totp: boolean
  readonly title: string
  readonly lead: string
  readonly submitLabel: string
  readonly done: string
  readonly children?: ReactNode
  readonly act: (proof: ReturnType<typeof readProof>) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for proof of identity before `act`, so that a stolen session cannot make the change. */
export function ProveAndDo({ t, language, totp, title, lead, submitLabel, done, children, act, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const submit = (data: FormData) =>
    save(async () => {
      await act(readProof(data))
      await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
    }, done)
  return (
    <DialogForm {...form} title={title} lead={lead} submitLabel={submitLabel} onSubmit={submit}>
      {children}
      <ProofFields t={t} totp={totp} problem={problem} />
    </DialogForm>
  )
}
