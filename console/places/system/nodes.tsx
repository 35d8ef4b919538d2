import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/reading.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function Nodes({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
  const nodes = useRead('nodes.list', {}, { every: 30_000 })
  return (
    <Panel title={label('nodes.list')} aside={<ActButton name="nodes.add" label={t.add} look="plate" />}>
      <Reading of={nodes}>
        {(data) => (
          <SchemaTable
            caption={label('nodes.list')}
            shape={action('nodes.list').output.properties?.nodes}
            rows={data.nodes}
            renderActions={({ name: node }) => (
              <>
                <ActButton name="nodes.edit" given={{ node }} label={t.edit} />
                <ActButton name="nodes.rotate-token" given={{ node }} label={t.token} />
                <ActButton name="nodes.disable" given={{ node }} label={t.off} />
              </>
            )}
          />
        )}
      </Reading>
    </Panel>
  )
}
