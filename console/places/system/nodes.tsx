import { Suspense } from 'react'
import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

type Load = { readonly cpu: string; readonly memory: string; readonly disk: string }

/** Parts of the load that the node reports, each with its name. */
const loadsOf = (load: Load, field: (name: string) => string): string[] =>
  (['cpu', 'memory', 'disk'] as const).flatMap((part) => (load[part] === '' ? [] : [`${field(part)} ${load[part]}`]))

/** Report of a node with its time; a dash if the node has sent none. */
const Report = ({ at, parts }: { readonly at: string | null; readonly parts: readonly string[] }) =>
  at === null ? (
    '–'
  ) : (
    <>
      {parts.map((part) => (
        <div key={part}>{part}</div>
      ))}
      <span className="faint">
        <Moment at={at} />
      </span>
    </>
  )

const nodeTraffic = page(() => import('./node-traffic.tsx'), {
  en: () => import('#console/text/en/places/node-wizard.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/node-wizard.ts'),
})

export const Nodes = ({ t }: { t: SystemText }) => (
  <>
    <NodeList t={t} />
    <Suspense>
      <LazyPage of={nodeTraffic} />
    </Suspense>
  </>
)

function NodeList({ t }: { t: SystemText }) {
  const { label, action, field } = useVocabulary()
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
            without={['cpu', 'memory', 'disk', 'traffic']}
            cells={{
              loadAt: { render: ({ loadAt, ...load }) => <Report at={loadAt} parts={loadsOf(load, field)} /> },
              trafficAt: { render: ({ trafficAt, traffic }) => <Report at={trafficAt} parts={[traffic]} /> },
            }}
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
