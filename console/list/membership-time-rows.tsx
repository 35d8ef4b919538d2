import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { groupAddress, orderAddress } from '#console/client/addresses.ts'
import { countText } from '#console/client/display.ts'
import type { RowOf } from '#console/client/wire.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Moment } from './age.tsx'

type Time = RowOf<'people.show', 'time'>

/**
 * Formats a signed time span in days, hours or minutes, whichever unit is the largest that fits, rounded to one
 * decimal: "+365 d", "−12 h".
 */
export function spanText(seconds: number, { time: t }: DeskText): string {
  const size = Math.abs(seconds)
  const sign = seconds < 0 ? '−' : '+'
  const round = (unit: number) => countText(Math.round((size / unit) * 10) / 10)
  if (size >= 86_400) return `${sign}${t.days(round(86_400))}`
  return `${sign}${size >= 3_600 ? t.hours(round(3_600)) : t.minutes(round(60))}`
}

type Props = {
  readonly t: DeskText
  readonly rows: readonly Time[]
  readonly renderActions?: (row: Time) => ReactNode
}

export function MembershipTimeRows({ t, rows, renderActions }: Props) {
  const { columns: names, title, reversed } = t.time
  const columns: readonly Column<Time>[] = [
    { id: 'at', label: names.at, render: ({ at }) => <Moment at={at} /> },
    {
      id: 'source',
      label: names.source,
      render: ({ source, state }) => (
        <>
          <span className={state === 'stands' ? 'tag ok' : 'tag'}>{t.words[source] ?? source}</span>
          {state === 'reversed' && <small className="sub">{reversed}</small>}
        </>
      ),
    },
    {
      id: 'named',
      label: names.named,
      render: ({ order, group, note }) =>
        order ? (
          <Link to={orderAddress(order)}>{order}</Link>
        ) : group ? (
          <Link to={groupAddress(group)}>{group}</Link>
        ) : (
          note
        ),
    },
    { id: 'span', label: names.span, right: true, render: ({ seconds }) => spanText(seconds, t) },
    { id: 'expires', label: names.expires, render: ({ expires }) => <Moment at={expires} /> },
  ]
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      {...(renderActions && { renderActions })}
    />
  )
}
