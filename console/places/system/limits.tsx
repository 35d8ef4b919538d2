import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function Limits({ t }: { t: SystemText }) {
  const { label, action, about, field, limit } = useVocabulary()
  const limits = useRead('limits.show', {})
  return (
    <Panel
      title={label('limits.show')}
      aside={<ActButton name="limits.change" label={t.changeLimits} look="quiet" />}
      foot={about('limits.show')}
    >
      <Reading of={limits}>
        {(data) => (
          <SchemaTable
            caption={label('limits.show')}
            shape={action('limits.show').output.properties?.limits}
            rows={data.limits.map((row) => ({
              ...row,
              limit: field(row.limit),
              bounds: row.bounds.replace(' to ', '–'),
              about: limit(row.limit),
            }))}
          />
        )}
      </Reading>
    </Panel>
  )
}
