import type { ReactNode } from 'react'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import type { Shape } from '#console/client/shape.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Part } from '#console/list/part.tsx'
import { ActButton, ActOf } from './act-button.tsx'

/**
 * Rows of a user's payment accounts (payers), each with a button to block or unblock. Hidden if there are none or the
 * role may not read them.
 */
export function PayerRows({ user }: { readonly user: string }) {
  const { role } = useMe()
  const { action } = useVocabulary()
  const { data } = useRead('payers.list', { user }, { enabled: mayDo(role, 'payers.list') })
  return <Payers shape={action('payers.list').output.properties?.items} rows={data?.items ?? []} />
}

/** Rows of the payment accounts (payers) of all users in a fraud case, without duplicates. */
export function PayersOfCase({ id, more }: { readonly id: string; readonly more: (count: number) => string }) {
  const { role } = useMe()
  const { action } = useVocabulary()
  const { data } = useRead('cases.payers', { id }, { enabled: mayDo(role, 'cases.payers') })
  const payers = data?.payers ?? []
  return (
    <Payers
      shape={action('cases.payers').output.properties?.payers}
      rows={payers}
      foot={data && data.morePayers > 0 && more(data.morePayers)}
      aside={
        <>
          {payers.some(({ blocked }) => blocked === null) && <ActOf name="cases.block-payers" given={{ id }} />}
          {payers.some(({ blocked }) => blocked !== null) && <ActOf name="cases.unblock-payers" given={{ id }} />}
        </>
      }
    />
  )
}

type Payer = { readonly payer: string; readonly blocked: string | null }
type Props = {
  readonly shape: Shape | undefined
  readonly rows: readonly Payer[]
  readonly foot?: ReactNode
  readonly aside?: ReactNode
}

function Payers({ shape, rows, foot, aside }: Props) {
  const { label } = useVocabulary()
  return (
    <Part
      title={label('payers.list')}
      shape={shape}
      rows={rows}
      foot={foot}
      aside={aside}
      renderActions={({ payer, blocked }) => {
        const name = blocked === null ? 'payers.block' : 'payers.unblock'
        return <ActButton name={name} given={{ payer }} label={label(name)} />
      }}
    />
  )
}
