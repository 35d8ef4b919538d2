import { countText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import { percentChange } from './change.ts'
import { Sum } from '#console/list/value.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import type { DaySpan } from './day-choice.tsx'

type Rows = Output<'today.show'>['now']['revenue']
type Row = Rows[number]
type Props = { readonly t: TodayText; readonly span: DaySpan; readonly now: Rows; readonly before: Rows }

const keyOf = ({ currency, provider }: Row) => `${currency} ${provider}`

export function Revenue({ t, span, now, before }: Props) {
  const [known, was] = [now, before].map((rows) => new Map(rows.map((row) => [keyOf(row), row] as const)))
  const keys = [...new Set([...now, ...before].map(keyOf))].toSorted()
  const rows = keys.map((key) => ({ key, now: known?.get(key), was: was?.get(key) }))
  const nameOf = ({ now: is, was: then }: (typeof rows)[number]) => {
    const row = is ?? then
    return row && `${row.currency} ${t.methodNames[row.provider] ?? row.provider}`
  }
  return (
    <Panel title={t.revenue}>
      <DataTable
        caption={t.revenue}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { id: 'provider', label: t.provider, render: nameOf },
          {
            id: 'net',
            label: t.net(span.now),
            right: true,
            render: (row) => (row.now ? <Sum of={row.now.net} /> : '–'),
          },
          {
            id: 'before',
            label: span.before,
            right: true,
            render: (row) => (row.was ? <Sum of={row.was.net} /> : '–'),
          },
          {
            id: 'change',
            label: t.change,
            right: true,
            render: ({ now: is, was: then }) =>
              percentChange(is?.net.amountMinor ?? 0, then?.net.amountMinor ?? 0) ?? '–',
          },
          {
            id: 'refunded',
            label: t.refunded,
            right: true,
            render: (row) => (row.now ? <Sum of={row.now.refunded} /> : '–'),
          },
          { id: 'payments', label: t.payments, right: true, render: (row) => countText(row.now?.payments ?? 0) },
        ]}
      />
    </Panel>
  )
}
