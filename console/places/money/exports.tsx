import { ActButton, ActOf } from '#console/act/act-button.tsx'
import { zoneName } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from '#console/list/age.tsx'
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
    <>
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
      <Accountant t={t} />
    </>
  )
}

/** Panel with the address that is mailed a link to the accountant's list each month, and its state. */
function Accountant({ t }: { t: MoneyText }) {
  const { label, about, field, value: word } = useVocabulary()
  const mail = useRead('exports.show-mail', {})
  return (
    <Panel
      title={label('exports.show-mail')}
      foot={about('exports.set-mail')}
      aside={<ActOf name="exports.set-mail" look="quiet" />}
    >
      <Reading of={mail}>
        {({ address, state, sent, next }) =>
          address === null ? (
            <p className="in faint">{t.noAccountant}</p>
          ) : (
            <dl className="kv in">
              <dt>{field('address')}</dt>
              <dd>{address}</dd>
              <dt>{field('state')}</dt>
              <dd>{word(state)}</dd>
              {next && (
                <>
                  <dt>{t.nextMail}</dt>
                  <dd>
                    <Moment at={next} />
                  </dd>
                </>
              )}
              {sent && (
                <>
                  <dt>{t.mailedUpTo}</dt>
                  <dd>{sent}</dd>
                </>
              )}
              <dt />
              <dd>
                <ActOf name="exports.end-mail" look="quiet" />
              </dd>
            </dl>
          )
        }
      </Reading>
    </Panel>
  )
}
