import { Link } from 'react-router'
import type { AlertNames } from '#shared/alert-words.en.ts'
import { alertPage, alertsPage, isUrgent, type AlertFacts } from '#shared/alert-kinds.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { ActButton } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { momentText } from '#console/client/display.ts'
import { useList } from '#console/client/use-read.ts'
import type { Vocabulary } from '#console/client/load-vocabulary.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import { Age, Moment } from '#console/list/age.tsx'
import { DataTable } from '#console/list/data-table.tsx'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { Foot } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const states = ['open', 'acknowledged', 'past'] as const
type State = (typeof states)[number]
type Alert = RowOf<'alerts.list', 'items'>

const factsOf = ({ kind, subject, level, detail, measured, outOf, since }: Alert): AlertFacts => ({
  kind,
  subject,
  level,
  detail,
  amount: measured,
  total: outOf,
  since,
})

export default function Alerts({ t }: { t: SystemText }) {
  const [values, setValues] = useAddressValues()
  const state: State = states.find((each) => each === values.state) ?? 'open'
  const list = useList('alerts.list', { state }, 'items')
  const { rows } = list
  const names = namesOf(useVocabulary())
  return (
    <Panel
      title={t.alerts.title}
      note={t.alerts.note}
      aside={
        <select
          className="sel auto"
          aria-label={t.alerts.which}
          value={state}
          onChange={(event) => setValues({ state: event.target.value })}
        >
          {states.map((each) => (
            <option key={each} value={each}>
              {t.alerts.states[each]}
            </option>
          ))}
        </select>
      }
      foot={rows && <Foot list={list} count={rows.length} />}
    >
      {!rows ? (
        list.error ? (
          <Failure error={list.error} retry={list.retry} />
        ) : (
          <Skeleton />
        )
      ) : (
        <DataTable
          caption={t.alerts.title}
          rows={rows}
          keyOf={({ id }) => id}
          none={t.alerts.none[state]}
          columns={columnsOf(t, state, names)}
          renderActions={(alert) => (
            <>
              {/* Alerts about the machine are acted on there, so they have no page of their own. */}
              {alertPage(alert) !== alertsPage && (
                <Link className="lnk" to={alertPage(alert)}>
                  {t.alerts.go}
                </Link>
              )}
              {state === 'open' && (
                <ActButton name="alerts.acknowledge" given={{ alert: alert.id }} label={t.alerts.acknowledge} />
              )}
              {state === 'open' && rows.filter(({ kind }) => kind === alert.kind).length > 1 && (
                <ActButton name="alerts.acknowledge" given={{ kind: alert.kind }} label={t.alerts.acknowledgeAll} />
              )}
            </>
          )}
        />
      )}
    </Panel>
  )
}

const namesOf = ({ language, label, job, reason, way }: Vocabulary): AlertNames => ({
  moment: (iso) => momentText(new Date(iso), language),
  reason,
  way,
  job,
  action: (name) => label(name as ActionName),
})

const columnsOf = (t: SystemText, state: State, names: AlertNames) => [
  {
    id: 'what',
    label: t.alerts.what,
    render: (alert: Alert) => (
      <>
        <b>{t.alertWords[alert.kind].title}</b>{' '}
        {isUrgent(alert) && state === 'open' && <span className="tag stop">{t.alerts.urgent}</span>}
        <br />
        {t.alertWords[alert.kind].line(factsOf(alert), names)}
      </>
    ),
  },
  {
    id: 'when',
    label: state === 'past' ? t.alerts.over : t.alerts.since,
    render: ({ opened, resolved }: Alert) => (resolved === null ? <Age since={opened} /> : <Moment at={resolved} />),
  },
  state === 'open'
    ? { id: 'told', label: t.alerts.told, render: ({ toldTo }: Alert) => toldTo.join(', ') || t.alerts.noOne }
    : {
        id: 'by',
        label: t.alerts.by,
        render: ({ acknowledgedBy, note }: Alert) =>
          acknowledgedBy === null ? '–' : note === null ? acknowledgedBy : `${acknowledgedBy}: ${note}`,
      },
]
