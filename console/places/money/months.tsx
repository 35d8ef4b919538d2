import { useState } from 'react'
import { ActOf } from '#console/act/act-button.tsx'
import { countText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Reading } from '#console/frame/query-state.tsx'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import { isNarrow } from '#console/list/plot-scale.ts'
import { Plot } from '#console/list/plot.tsx'
import { Sum } from '#console/list/value.tsx'
import type { MonthsText } from '#console/text/en/places/months.ts'
import { changeOf, churnOf, currencies, sumsOf, type Currency, type Month } from './month-figures.ts'

const [read, shown] = [25, 13]
type Props = { readonly t: MonthsText }

const nameOf = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

export default function Months({ t }: Props) {
  const figures = useRead('figures.months', { months: read })
  return (
    <Reading of={figures}>
      {({ zone, months }) => (
        <>
          <p className="faint bar">
            {t.zone(zone)} <ActOf name="payouts.set-zone" look="link" />
          </p>
          {currencies
            .filter((currency) => months.some(({ revenue }) => revenue.some((row) => row.currency === currency)))
            .map((currency) => (
              <Revenue key={currency} t={t} months={months} currency={currency} />
            ))}
          <Members t={t} months={months.slice(-shown)} />
          <Detail t={t} months={months.slice(-shown)} />
        </>
      )}
    </Reading>
  )
}

function Revenue({ t, months, currency }: Props & { readonly months: readonly Month[]; readonly currency: Currency }) {
  const { language } = useSpoken()
  const say = (amountMinor: number) => sumText({ amountMinor, currency }, language)
  const all = months.map((month) => ({ ...month, ...sumsOf(month, currency) }))
  const rows = all
    .map((row, index) => ({ ...row, before: all[index - 1]?.net, yearBefore: all[index - 12]?.net }))
    .slice(-shown)
  const title = t.revenue(currency)
  return (
    <Panel title={title}>
      <Plot
        label={title}
        of={t.month}
        names={rows.map(({ month }) => nameOf(month, language))}
        say={say}
        series={[
          { name: t.net, values: rows.map(({ net }) => net), look: 'bars', color: 'plate' },
          { name: t.refunded, values: rows.map(({ refunded }) => refunded), look: 'bars', color: 'note' },
        ]}
      />
      <details open={!isNarrow()}>
        <summary>{t.asTable}</summary>
        <DataTable
          caption={title}
          rows={rows.toReversed()}
          keyOf={({ month }) => month}
          columns={[
            { id: 'month', label: t.month, render: (row) => <Name t={t} of={row} /> },
            { id: 'paid', label: t.paid, right: true, render: ({ paid }) => say(paid) },
            { id: 'refunded', label: t.refunded, right: true, render: ({ refunded }) => say(refunded) },
            { id: 'lost', label: t.lost, right: true, render: ({ lost }) => say(lost) },
            { id: 'net', label: t.net, right: true, render: ({ net }) => say(net) },
            { id: 'payments', label: t.payments, right: true, render: ({ payments }) => countText(payments) },
            { id: 'before', label: t.toMonthBefore, right: true, render: (row) => changeOf(row, row.before) },
            { id: 'year', label: t.toYearBefore, right: true, render: (row) => changeOf(row, row.yearBefore) },
          ]}
        />
      </details>
    </Panel>
  )
}

function Name({ t, of: { month, isOver } }: Props & { readonly of: Month }) {
  const { language } = useSpoken()
  return (
    <>
      {nameOf(month, language)} {!isOver && <span className="faint">{t.soFar}</span>}
    </>
  )
}

function Members({ t, months }: Props & { readonly months: readonly Month[] }) {
  const { language } = useSpoken()
  const names = months.map(({ month }) => nameOf(month, language))
  const of = (field: keyof Month['members']) => months.map(({ members }) => members[field])
  return (
    <Panel title={t.people} foot={<span>{t.definition}</span>}>
      <h3 className="in">{t.members}</h3>
      <Plot
        label={t.members}
        of={t.month}
        names={names}
        say={countText}
        series={[{ name: t.atEnd, values: of('atEnd'), look: 'line', color: 'plate' }]}
      />
      <h3 className="in">{t.moves}</h3>
      <Plot
        label={t.moves}
        of={t.month}
        names={names}
        say={countText}
        series={[
          { name: t.renewedOver, values: of('renewed'), look: 'bars', color: 'plate' },
          { name: t.endedOver, values: of('ended'), look: 'bars', color: 'note' },
        ]}
      />
      <details open={!isNarrow()}>
        <summary>{t.asTable}</summary>
        <DataTable
          caption={t.people}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
          columns={[
            { id: 'month', label: t.month, render: (row) => <Name t={t} of={row} /> },
            { id: 'atEnd', label: t.atEnd, right: true, render: ({ members }) => countText(members.atEnd) },
            { id: 'joined', label: t.joined, right: true, render: ({ members }) => countText(members.newcomers) },
            { id: 'renewed', label: t.renewed, right: true, render: ({ members }) => countText(members.renewed) },
            { id: 'ended', label: t.ended, right: true, render: ({ members }) => countText(members.ended) },
            { id: 'churn', label: t.churn, right: true, render: ({ members }) => churnOf(members) },
          ]}
        />
      </details>
    </Panel>
  )
}

function Detail({ t, months }: Props & { readonly months: readonly Month[] }) {
  const { language } = useSpoken()
  const [chosen, choose] = useState(months.at(-1)?.month ?? '')
  const month = months.find((each) => each.month === chosen)
  return (
    <Panel
      title={t.detail}
      aside={
        <select className="sel" aria-label={t.month} value={chosen} onChange={(event) => choose(event.target.value)}>
          {months.toReversed().map((each) => (
            <option key={each.month} value={each.month}>
              {nameOf(each.month, language)}
            </option>
          ))}
        </select>
      }
    >
      <h3 className="in">{t.byProvider}</h3>
      <Parts t={t} of={t.provider} rows={(month?.revenue ?? []).map((row) => ({ ...row, name: row.provider }))} />
      <h3 className="in">{t.byPlan}</h3>
      {month && <Plans t={t} month={month.month} />}
    </Panel>
  )
}

function Plans({ t, month }: Props & { readonly month: string }) {
  const figures = useRead('figures.month-plans', { month })
  return (
    <Reading of={figures}>
      {({ plans }) => <Parts t={t} of={t.plan} rows={plans.map((row) => ({ ...row, name: row.plan }))} />}
    </Reading>
  )
}

type Part = Month['revenue'][number] & { readonly name: string }

function Parts({ t, of, rows }: Props & { readonly of: string; readonly rows: readonly Part[] }) {
  const { value } = useVocabulary()
  return (
    <DataTable
      caption={of}
      rows={rows.toSorted((one, other) => other.net.amountMinor - one.net.amountMinor)}
      keyOf={(row) => `${row.name} ${row.currency} ${row.provider}`}
      none={t.none}
      columns={[
        { id: 'name', label: of, render: (row) => value(row.name) },
        ...(of === t.plan ? [{ id: 'provider', label: t.provider, render: (row: Part) => value(row.provider) }] : []),
        { id: 'currency', label: t.currency, render: (row) => row.currency },
        { id: 'paid', label: t.paid, right: true, render: (row) => <Sum of={row.paid} /> },
        { id: 'refunded', label: t.refunded, right: true, render: (row) => <Sum of={row.refunded} /> },
        { id: 'net', label: t.net, right: true, render: (row) => <Sum of={row.net} /> },
        { id: 'payments', label: t.payments, right: true, render: (row) => countText(row.payments) },
      ]}
    />
  )
}
