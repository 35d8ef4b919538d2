import type { ReactNode } from 'react'
import { isActionName } from '#console/client/action-traits.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import { Link } from 'react-router'
import { Moment } from './age.tsx'
import { Panel } from './panel.tsx'

type Props = { readonly t: DeskText; readonly rows: readonly RowOf<'people.show', 'acts'>[]; readonly foot?: ReactNode }

export function ActRows({ t, rows, foot }: Props) {
  const { label } = useVocabulary()
  if (rows.length === 0) return null
  return (
    <Panel title={t.history} foot={foot}>
      <ul className="in stack">
        {rows.map(({ id, at, by, action }) => (
          <li key={id}>
            <Link to={actionAddress('audit.show', { id })}>{isActionName(action) ? label(action) : action}</Link>
            <br />
            <span className="faint">
              {by} <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
