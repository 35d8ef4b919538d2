import { deliveryStates, webhookKinds } from '#shared/webhook-events.ts'
import { ActButton } from '#console/act/act-button.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FilterSelect } from '#console/list/filters.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { WebhooksText } from '#console/text/en/places/webhooks.ts'
import { Link } from 'react-router'

/** Page for webhooks to the operator's own systems, with the log of what was sent. */
export default function Webhooks({ t }: { t: WebhooksText }) {
  const { label, about, action, value: named } = useVocabulary()
  const [{ endpoint, state, event }, setValues] = useAddressValues()
  const endpoints = useRead('webhooks.list', {}, { every: 30_000 })
  const chosenState = deliveryStates.find((each) => each === state)
  const chosenEvent = webhookKinds.find((each) => each === event)
  const choose = (name: string, value: string) => setValues({ endpoint, state, event, [name]: value })
  const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: named(value) }))
  return (
    <>
      <Panel
        title={label('webhooks.list')}
        aside={<ActButton name="webhooks.add" label={t.add} look="plate" />}
        foot={about('webhooks.add')}
      >
        <Reading of={endpoints}>
          {(data) => (
            <SchemaTable
              caption={label('webhooks.list')}
              shape={action('webhooks.list').output.properties?.endpoints}
              rows={data.endpoints}
              renderActions={({ endpoint: name, state: standing }) => (
                <>
                  <ActButton name="webhooks.test" given={{ endpoint: name }} label={t.test} />
                  <ActButton name="webhooks.change" given={{ endpoint: name }} label={t.edit} />
                  <ActButton name="webhooks.rotate-secret" given={{ endpoint: name }} label={t.rotate} />
                  {standing === 'on' ? (
                    <ActButton name="webhooks.switch" given={{ endpoint: name }} label={t.off} />
                  ) : (
                    <ActButton name="webhooks.switch" given={{ endpoint: name, on: true }} label={t.on} />
                  )}
                  <ActButton name="webhooks.remove" given={{ endpoint: name }} label={t.remove} />
                </>
              )}
            />
          )}
        </Reading>
      </Panel>
      <ListPanel
        name="webhooks.deliveries"
        input={{
          ...(endpoint !== undefined && { endpoint }),
          ...(chosenState && { state: chosenState }),
          ...(chosenEvent && { event: chosenEvent }),
        }}
        rowsOf="items"
        without={['id']}
        aside={
          <span className="bar">
            <FilterSelect
              name="endpoint"
              any={t.any}
              options={(endpoints.data?.endpoints ?? []).map(({ endpoint: name }) => ({ value: name, label: name }))}
              value={endpoint}
              onChoose={choose}
            />
            <FilterSelect name="event" any={t.any} options={optionsOf(webhookKinds)} value={event} onChoose={choose} />
            <FilterSelect
              name="state"
              any={t.any}
              options={optionsOf(deliveryStates)}
              value={state}
              onChoose={choose}
            />
          </span>
        }
        renderActions={({ id, endpoint: name }) => (
          <>
            <Link className="lnk" to={actionAddress('webhooks.delivery', { id })}>
              {t.show}
            </Link>
            {name !== null && <ActButton name="webhooks.send-again" given={{ id }} label={t.again} />}
          </>
        )}
      />
    </>
  )
}
