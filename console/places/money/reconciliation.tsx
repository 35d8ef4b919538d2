import { Link } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { useRead } from '#console/client/use-read.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'

const Entries = ({ t, action, title }: { t: MoneyText; action: string; title: string }) => (
  <ListPanel
    name="audit.list"
    input={{ action }}
    rowsOf="items"
    title={title}
    without={['id', 'action']}
    aside={action === 'payments.reconcile' && <ActOf name="payments.reconcile" look="quiet" />}
    renderActions={({ id }) => (
      <Link className="lnk" to={actionAddress('audit.show', { id })}>
        {t.show}
      </Link>
    )}
  />
)

function Days() {
  const { label, about, action } = useVocabulary()
  const lists = useRead('payments.lists', {})
  return (
    <Panel title={label('payments.lists')} foot={about('payments.lists')}>
      <Reading of={lists}>
        {({ days }) => (
          <SchemaTable
            caption={label('payments.lists')}
            shape={action('payments.lists').output.properties?.days}
            rows={days}
          />
        )}
      </Reading>
    </Panel>
  )
}

export function Reconciliation({ t }: { t: MoneyText }) {
  const { about } = useVocabulary()
  return (
    <>
      <p className="dim">{about('payments.reconcile')}</p>
      <Days />
      <Entries t={t} action="payments.reconcile" title={t.runs} />
      <ListPanel
        name="reviews.list"
        input={{}}
        rowsOf="items"
        title={t.differences}
        without={['id']}
        renderActions={({ id }) => (
          <Link className="lnk" to={`/console/queue/reviews/${id}`}>
            {t.decide}
          </Link>
        )}
      />
      <Entries t={t} action="reviews.decide" title={t.decided} />
    </>
  )
}
