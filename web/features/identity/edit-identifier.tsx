import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { CodeField } from '#ui/code-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { api } from '#web/client/api.ts'
import { IdentifierField } from '#web/forms/identifier-field.tsx'
import { formText, readIdentifierInput } from '#web/forms/identifier-input.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { securityQuery } from '#web/client/security-query.ts'
import { userQuery } from '#web/client/session.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import { useRef, useState } from 'react'

type Props = {
  readonly t: SecurityTexts
  readonly language: Language
  readonly kind: IdentifierKind
  readonly replaces: boolean
  readonly onClose: () => void
}
const quiet = { handlesErrors: true }

/**
 * Adds or changes the account name, email or phone. Requires the password and, if it is on, the second factor; email
 * and phone also need a code sent there.
 */
export default function EditIdentifier({ t, language, kind, replaces, onClose }: Props) {
  const queryClient = useQueryClient()
  const fields = useRef<HTMLDivElement>(null)
  // A sent code goes to the address typed at that time, so a later change of the address starts the code field anew.
  const [resets, setResets] = useState(0)
  const wasSent = useRef(false)
  const onAddress = () => {
    if (wasSent.current) setResets((count) => count + 1)
    wasSent.current = false
  }
  const { form, problem, setProblem, save, send } = useEditor({ t, language, onClose })
  const wrong = problem?.fields ?? {}
  const totp = useQuery(securityQuery).data?.totp ?? false
  const ticket = useRef<{ for: string; ticket: string } | null>(null)
  const ticketFor = (address: string) => ticket.current?.for === address && { ticket: ticket.current.ticket }

  const submit = (data: FormData) =>
    save(async () => {
      const { code: _code, ...proof } = readProof(data)
      const factorCode = data.has('factorCode') && { factorCode: formText(data, 'factorCode').trim() }
      const identifier = await readIdentifierInput(data, kind)
      await (kind === 'account_name'
        ? api('/api/user/user_set_account_name', { ...readProof(data), accountName: identifier }, quiet)
        : api(
            '/api/user/user_bind_identifier',
            { ...proof, ...factorCode, kind, identifier, code: formText(data, 'code'), ...ticketFor(identifier) },
            quiet,
          ))
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    }, t.saved)

  async function requestCode(): Promise<number | null> {
    let seconds: number | null = null
    await send(async () => {
      const element = fields.current?.closest('form')
      if (kind === 'account_name' || !element) return
      const identifier = await readIdentifierInput(new FormData(element), kind)
      const sent = await api('/api/user/user_send_bind_code', { kind, identifier }, quiet)
      seconds = sent.resendAfterSeconds
      ticket.current = { for: identifier, ticket: sent.ticket }
      wasSent.current = true
      setProblem(null)
    })
    return seconds
  }

  return (
    <DialogForm
      {...form}
      title={t.edit[kind][replaces ? 'change' : 'add']}
      lead={kind === 'account_name' ? t.edit.nameLead : t.edit.codeLead[kind]}
      submitLabel={t.save}
      onSubmit={submit}
    >
      <div ref={fields} onChange={onAddress}>
        <IdentifierField
          kind={kind}
          words={t.fields}
          language={language}
          error={wrong.identifier ?? wrong.accountName}
          isNew
        />
      </div>
      {kind !== 'account_name' && <CodeField key={resets} words={t.fields} error={wrong.code} onSend={requestCode} />}
      <ProofFields t={t} totp={totp} problem={problem} codeName={kind === 'account_name' ? 'code' : 'factorCode'} />
    </DialogForm>
  )
}
