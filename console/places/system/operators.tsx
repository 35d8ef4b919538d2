import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/reading.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'
import { RoleMatrix } from './role-matrix.tsx'

export function Operators({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
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
      <RoleMatrix t={t} />
    </>
  )
}
