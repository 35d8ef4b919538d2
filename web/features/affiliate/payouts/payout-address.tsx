import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { DialogForm } from '#ui/dialog-form.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { securityQuery } from '#web/client/security-query.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { ProofFields, readProof } from '#web/forms/proof-fields.tsx'
import { useEditor } from '#web/forms/use-editor.ts'
import { chainNames, type Chain } from './chains.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { affiliateQuery, type Overview } from '#web/features/affiliate/base/affiliate.queries.ts'

type Props = DashboardProps & { readonly address: Overview['payoutAddress']; readonly onClose: () => void }
const isChain = (value: string): value is Chain => value in chainNames

/**
 * Changes the wallet address for payouts. Asks for the password and, if it is set up, the second factor, so that a
 * stolen session cannot redirect payouts.
 */
export function PayoutAddress({ t, language, address, onClose }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const totp = useQuery(securityQuery).data?.totp ?? false
  const words = t.address
  const submit = (data: FormData) =>
    save(async () => {
      const chain = formText(data, 'chain')
      const input = {
        chain: isChain(chain) ? chain : 'tron',
        address: formText(data, 'address').trim(),
        ...readProof(data),
      }
      await api('/api/system/system_affiliate_payout', input, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: affiliateQuery.queryKey, exact: true })
    }, words.saved)
  const chainError = problem?.fields.chain
  return (
    <DialogForm {...form} title={words.title} lead={words.lead} submitLabel={t.save} onSubmit={submit}>
      <div className={chainError ? 'field bad' : 'field'}>
        <label htmlFor={id}>{words.chain}</label>
        <select
          className="input"
          id={id}
          name="chain"
          defaultValue={address?.chain ?? 'tron'}
          aria-describedby={chainError ? `${id}-error` : undefined}
        >
          {Object.entries(chainNames).map(([chain, name]) => (
            <option key={chain} value={chain}>
              {name}
            </option>
          ))}
        </select>
        {chainError && <FieldError id={`${id}-error`} text={chainError} />}
      </div>
      <TextField
        label={words.address}
        name="address"
        autoComplete="off"
        maxLength={128}
        defaultValue={address?.address}
        error={problem?.fields.address}
      />
      <ProofFields t={t} totp={totp} problem={problem} passwordLabel={words.password} />
    </DialogForm>
  )
}
