import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Reading } from '#console/frame/query-state.tsx'
import { Panel } from '#console/list/panel.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { WebhooksText } from '#console/text/en/places/webhooks.ts'

/** API keys with which the operator's own systems read data. */
export default function ApiKeys({ t }: { t: WebhooksText }) {
  const { label, about, action } = useVocabulary()
  const keys = useRead('api.keys', {})
  return (
    <Panel
      title={label('api.keys')}
      aside={<ActButton name="api.make-key" label={t.makeKey} look="plate" />}
      foot={about('api.make-key')}
    >
      <Reading of={keys}>
        {(data) => (
          <SchemaTable
            caption={label('api.keys')}
            shape={action('api.keys').output.properties?.apiKeys}
            rows={data.apiKeys}
            renderActions={({ keyName, standing }) =>
              standing !== 'revoked' && <ActButton name="api.revoke-key" given={{ keyName }} label={t.revoke} />
            }
          />
        )}
      </Reading>
    </Panel>
  )
}
