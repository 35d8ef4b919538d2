import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/list/reading.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'
import { SaveExport } from './save-export.tsx'

/** Your own files of a day, with how many rows are written by now. */
export function Exports({ t }: { t: MoneyText }) {
  const { label, about, action } = useVocabulary()
  const files = useRead('exports.list', {}, { every: 3_000 })
  return (
    <Panel
      title={label('exports.list')}
      foot={about('exports.start')}
      aside={<ActButton name="exports.start" label={t.start} look="quiet" />}
    >
      <Reading of={files}>
        {({ items }) => (
          <SchemaTable
            caption={label('exports.list')}
            shape={action('exports.list').output.properties?.items}
            rows={items}
            without={['id', 'filters']}
            renderActions={({ id, list, state }) =>
              state === 'done' ? <SaveExport t={t} id={id} list={list} /> : null
            }
          />
        )}
      </Reading>
    </Panel>
  )
}
