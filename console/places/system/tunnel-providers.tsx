import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function TunnelProviders({ t }: { t: SystemText }) {
  const { label, action } = useVocabulary()
  const { role } = useMe()
  const providers = useRead('tunnels.providers', {})
  return (
    <Panel
      title={label('tunnels.providers')}
      aside={
        mayDo(role, 'tunnels.set-provider') && (
          <Link className="btn" to="/console/system/tunnels/new">
            {t.add}
          </Link>
        )
      }
    >
      <Reading of={providers}>
        {(data) => (
          <SchemaTable
            caption={label('tunnels.providers')}
            shape={action('tunnels.providers').output.properties?.providers}
            rows={data.providers}
            renderActions={({ provider, kind }) => (
              <>
                {mayDo(role, 'tunnels.test-provider') && (
                  <Link className="lnk" to={actionAddress('tunnels.test-provider', { provider })}>
                    {t.test}
                  </Link>
                )}
                <ActButton name="tunnels.compare" given={{ provider }} label={t.compare} />
                <ActButton name="tunnels.let-close" given={{ provider }} label={t.letClose} />
                {mayDo(role, 'tunnels.set-provider') && (
                  <Link className="lnk" to={`/console/system/tunnels/edit#${new URLSearchParams({ provider, kind })}`}>
                    {t.edit}
                  </Link>
                )}
                <ActButton name="tunnels.remove-provider" given={{ provider }} label={t.remove} />
              </>
            )}
          />
        )}
      </Reading>
    </Panel>
  )
}
