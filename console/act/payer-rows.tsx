import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Part } from '#console/list/part.tsx'
import { ActButton } from './act-button.tsx'

/** From which cards, wallets and accounts a person paid, each with its block or the end of it. Absent where there is none, and for who may not read it. */
export function PayerRows({ user, title }: { readonly user: string; readonly title?: string }) {
  const { role } = useMe()
  const { label, action } = useVocabulary()
  const { data } = useRead('payers.list', { user }, { enabled: mayDo(role, 'payers.list') })
  return (
    <Part
      title={title ?? label('payers.list')}
      shape={action('payers.list').output.properties?.items}
      rows={data?.items ?? []}
      renderActions={({ payer, blocked }) => {
        const name = blocked === null ? 'payers.block' : 'payers.unblock'
        return <ActButton name={name} given={{ payer }} label={label(name)} />
      }}
    />
  )
}
