import { dateText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Plot } from '#console/list/plot.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { percentChange } from './change.ts'

const shown = 30
const currencies = ['CNY', 'USD'] as const
type Day = Output<'figures.days'>['days'][number]
type Currency = (typeof currencies)[number]

export function Days({ t }: { t: TodayText }) {
  const figures = useRead('figures.days', { days: 2 * shown })
  return (
    <Reading of={figures}>
      {({ days }) => currencies.map((currency) => <Chart key={currency} t={t} days={days} currency={currency} />)}
    </Reading>
  )
}

type Props = { readonly t: TodayText; readonly days: readonly Day[]; readonly currency: Currency }

function Chart({ t, days, currency }: Props) {
  const { language } = useSpoken()
  const netOf = ({ revenue }: Day) =>
    revenue.reduce((sum, row) => sum + (row.currency === currency ? row.net.amountMinor : 0), 0)
  const say = (amountMinor: number) => sumText({ amountMinor, currency }, language)
  const add = (minors: readonly number[]) => minors.reduce((sum, minor) => sum + minor, 0)
  const [then, now] = [days.slice(0, -shown), days.slice(-shown)]
  const before = then.map(netOf)
  const rows = now.map((day, index) => ({
    day: day.day,
    minor: netOf(day),
    before: before[index] ?? 0,
    note: day.differs ? t.differs : day.isFolded ? '' : t.soFar,
  }))
  const minors = rows.map(({ minor }) => minor)
  const [first, last] = [dateText(rows[0]?.day ?? '', language), dateText(rows.at(-1)?.day ?? '', language)]
  const best = rows.reduce((most, row) => (row.minor > most.minor ? row : most), { minor: 0, day: '' })
  // Compares only full days, because today is incomplete.
  const [full, fullBefore] = [add(minors.slice(0, -1)), add(before.slice(0, -1))]
  const title = t.perDay(currency)
  return (
    <Panel
      title={title}
      foot={
        <span>
          {t.inFullDays(say(full), shown - 1)} <b>{percentChange(full, fullBefore)}</b> {t.fromThem(say(fullBefore))}
        </span>
      }
    >
      <p className="faint in">{best.day !== '' && t.best(say(best.minor), dateText(best.day, language))}</p>
      <Plot
        label={t.chart(currency, first, last, say(best.minor), say(add(minors)))}
        of={t.day}
        every={[6, 10]}
        names={rows.map(({ day }) => dateText(day, language))}
        say={say}
        series={[
          { name: title, values: minors, look: 'bars', color: 'plate' },
          { name: t.dayBefore, values: before, look: 'dashes', color: 'note' },
        ]}
      />
      <details>
        <summary>{t.asTable}</summary>
        <DataTable
          caption={title}
          rows={rows.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { id: 'day', label: t.day, render: ({ day }) => dateText(day, language) },
            { id: 'net', label: title, right: true, render: ({ minor }) => say(minor) },
            { id: 'before', label: t.dayBefore, right: true, render: (row) => say(row.before) },
            { id: 'note', label: t.state, render: ({ note }) => note },
          ]}
        />
      </details>
    </Panel>
  )
}
