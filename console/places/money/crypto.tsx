import { Link } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { countText } from '#console/client/display.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'

export function Crypto({ t }: { t: MoneyText }) {
  const networks = useRead('crypto.status', {})
  return <Reading of={networks}>{(data) => (data.networks.length === 0 ? <None t={t} /> : <Networks t={t} />)}</Reading>
}

function None({ t }: { t: MoneyText }) {
  return (
    <Panel title={t.noCrypto}>
      <div className="in stack">
        <p>{t.cryptoHow}</p>
        <ol>
          {t.cryptoSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}

function Networks({ t }: { t: MoneyText }) {
  const { label, about, action } = useVocabulary()
  const { role } = useMe()
  const networks = useRead('crypto.status', {})
  const house = useRead('today.show', {})
  return (
    <>
      <Panel
        title={label('crypto.status')}
        foot={about('crypto.status')}
        aside={<ActOf name="crypto.rescan" look="quiet" />}
      >
        <Reading of={networks}>
          {(data) => (
            <SchemaTable
              caption={label('crypto.status')}
              shape={action('crypto.status').output.properties?.networks}
              rows={data.networks}
              renderActions={({ network }) => <ActOf name="crypto.rescan" given={{ chain: network }} />}
            />
          )}
        </Reading>
      </Panel>
      <ListPanel name="crypto.waiting" input={{}} rowsOf="items" without={['id']} />
      <Panel title={t.pools} aside={<ActOf name="crypto.import-addresses" look="quiet" />}>
        <Reading of={house}>
          {({ addressPools }) => (
            <DataTable
              caption={t.pools}
              rows={addressPools}
              keyOf={({ pool }) => pool}
              columns={[
                { id: 'pool', label: t.pool, render: ({ pool }) => pool },
                { id: 'free', label: t.free, right: true, render: ({ free }) => countText(free) },
                { id: 'total', label: t.total, right: true, render: ({ total }) => countText(total) },
              ]}
            />
          )}
        </Reading>
      </Panel>
      <ListPanel
        name="crypto.strays"
        input={{}}
        rowsOf="items"
        without={['id']}
        aside={<ActOf name="crypto.refund-sent" look="quiet" />}
      />
      {mayDo(role, 'crypto.sweep-list') && (
        <Panel title={label('crypto.sweep-list')} foot={about('crypto.sweep-list')}>
          <p className="in">
            <Link className="lnk" to={actionAddress('crypto.sweep-list')}>
              {t.askNodes}
            </Link>
          </p>
        </Panel>
      )}
    </>
  )
}
