import { sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/list/reading.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { Bars } from './bars.tsx'

const days = 30
const currencies = ['CNY', 'USD'] as const

/** Thirty days of each currency by itself: a chart, and the table behind it. */
export function Days({ t }: { t: TodayText }) {
  const { language } = useSpoken()
  const figures = useRead('figures.days', { days })
  return (
    <Reading of={figures}>
      {(data) =>
        currencies.map((currency) => {
          const rows = data.days.map(({ day, revenue, isFolded, differs }) => ({
            day,
            minor: revenue.reduce((sum, row) => sum + (row.currency === currency ? row.net.amountMinor : 0), 0),
            note: differs ? t.differs : isFolded ? '' : t.soFar,
          }))
          const say = (amountMinor: number) => sumText({ amountMinor, currency }, language)
          const minors = rows.map(({ minor }) => minor)
          const total = minors.reduce((sum, minor) => sum + minor, 0)
          const [first, last] = [rows[0]?.day ?? '', rows.at(-1)?.day ?? '']
          const title = t.perDay(currency)
          return (
            <Panel key={currency} title={title}>
              <Bars label={t.chart(currency, first, last, say(Math.max(0, ...minors)), say(total))} values={minors} />
              <details>
                <summary>{t.asTable}</summary>
                <DataTable
                  caption={title}
                  rows={rows.toReversed()}
                  keyOf={({ day }) => day}
                  columns={[
                    { id: 'day', label: t.day, render: ({ day }) => day },
                    { id: 'net', label: title, right: true, render: ({ minor }) => say(minor) },
                    { id: 'note', label: t.state, render: ({ note }) => note },
                  ]}
                />
              </details>
            </Panel>
          )
        })
      }
    </Reading>
  )
}
