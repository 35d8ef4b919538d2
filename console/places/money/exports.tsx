import { ActButton } from '#console/act/act-button.tsx'
import { zoneName } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'
import { exportFileName, filterText } from './export-filters.ts'
import { SaveExport } from './save-export.tsx'

export function Exports({ t }: { t: MoneyText }) {
  const { label, about, action, field } = useVocabulary()
  const { language } = useSpoken()
  const files = useRead('exports.list', {}, { every: 3_000 })
  return (
    <Panel
      title={label('exports.list')}
      note={zoneName()}
      foot={about('exports.start')}
      aside={<ActButton name="exports.start" label={t.start} look="quiet" />}
    >
      <Reading of={files}>
        {({ items }) => (
          <SchemaTable
            caption={label('exports.list')}
            shape={action('exports.list').output.properties?.items}
            rows={items.map((file) => ({ ...file, filters: filterText(file.filters, field, language) }))}
            without={['id', 'finished']}
            renderActions={({ id, state }) => {
              const file = items.find((each) => each.id === id)
              return state === 'done' && file ? <SaveExport t={t} id={id} fileName={exportFileName(file)} /> : null
            }}
          />
        )}
      </Reading>
    </Panel>
  )
}
