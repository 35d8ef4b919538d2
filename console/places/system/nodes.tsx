import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function Nodes({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
  const { role } = useMe()
  const nodes = useRead('nodes.list', {}, { every: 30_000 })
  return (
    <Panel
      title={label('nodes.list')}
      aside={
        mayDo(role, 'nodes.add') && (
          <Link className="btn" to="/console/system/nodes/new">
            {t.add}
          </Link>
        )
      }
    >
      <Reading of={nodes}>
        {(data) => (
          <SchemaTable
            caption={label('nodes.list')}
            shape={action('nodes.list').output.properties?.nodes}
            rows={data.nodes}
            renderActions={({ name: node, state }) => (
              <>
                <ActButton name="nodes.edit" given={{ node }} label={t.edit} />
                {state === 'on' && mayDo(role, 'nodes.install') && (
                  <Link className="lnk" to={`/console/system/nodes/install#${new URLSearchParams({ node })}`}>
                    {t.install}
                  </Link>
                )}
                {state === 'on' ? (
                  <ActButton name="nodes.disable" given={{ node }} label={t.off} />
                ) : (
                  <ActButton name="nodes.remove" given={{ node }} label={t.remove} />
                )}
              </>
            )}
          />
        )}
      </Reading>
    </Panel>
  )
}
