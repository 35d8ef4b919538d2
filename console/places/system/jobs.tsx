import { ActButton } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const statuses = ['pending', 'running', 'dead', 'done'] as const
type Status = (typeof statuses)[number]

export function Jobs({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
  const [{ status: chosen }, setValues] = useAddressValues()
  const status: Status = statuses.find((each) => each === chosen) ?? 'pending'
  const lanes = useRead('jobs.lanes', {})
  return (
    <>
      <Panel
        title={label('jobs.lanes')}
        aside={<ActButton name="jobs.run" given={{ dead: 'all' }} label={t.runDead} look="quiet" />}
      >
        <Reading of={lanes}>
          {(data) => (
            <SchemaTable
              caption={label('jobs.lanes')}
              shape={action('jobs.lanes').output.properties?.lanes}
              rows={data.lanes}
            />
          )}
        </Reading>
      </Panel>
      <ListPanel
        name="jobs.list"
        input={{ status }}
        rowsOf="items"
        without={['id']}
        aside={
          <label className="bar">
            <span className="dim">{t.status}</span>
            <select className="sel auto" value={status} onChange={(event) => setValues({ status: event.target.value })}>
              {statuses.map((each) => (
                <option key={each} value={each}>
                  {t.statuses[each]}
                </option>
              ))}
            </select>
          </label>
        }
        renderActions={
          status === 'dead' || status === 'pending'
            ? ({ id }) => <ActButton name="jobs.run" given={{ job: id }} label={t.run} />
            : undefined
        }
      />
    </>
  )
}
