import { lazy, Suspense } from 'react'
import { ActButton } from '#console/act/act-button.tsx'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading, Skeleton } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const RoleMatrix = lazy(async () => ({ default: (await import('./role-matrix.tsx')).RoleMatrix }))

/** Columns about signing in. The server sends their values to owners, and to all others only in their own row. */
const signInState = ['app', 'passkeys', 'signedIn', 'lastAct'] as const

export function Operators({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
  const { role } = useMe()
  const operators = useRead('operators.list', {})
  return (
    <>
      <Panel
        title={label('operators.list')}
        aside={
          <>
            <ActButton name="operators.set-address" label={t.mine} look="quiet" />
            <ActButton name="operators.invite" label={t.invite} look="plate" />
          </>
        }
        foot={t.session}
      >
        <Reading of={operators}>
          {(data) => (
            <SchemaTable
              caption={label('operators.list')}
              shape={action('operators.list').output.properties?.operators}
              rows={data.operators}
              without={role === 'owner' ? [] : signInState}
              renderActions={({ name, state }) =>
                state !== 'disabled' && (
                  <>
                    <ActButton name="operators.change" given={{ name }} label={t.change} />
                    <ActButton name="operators.reset-factor" given={{ name }} label={t.reset} />
                    <ActButton name="operators.disable" given={{ name }} label={t.disable} />
                  </>
                )
              }
            />
          )}
        </Reading>
      </Panel>
      <Suspense fallback={<Skeleton />}>
        <RoleMatrix t={t} />
      </Suspense>
    </>
  )
}
