import { Link } from 'react-router'
import { countText } from '#console/client/display.ts'
import type { RowOf } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { pointsChange, shareOf, shareText } from './change.ts'

type Method = RowOf<'today.show', 'methods'>
type Props = { readonly t: TodayText; readonly methods: readonly Method[] }

const now = ({ attempts, paid }: Method) => shareOf(paid, attempts)
const mean = ({ attemptsBefore, paidBefore }: Method) => shareOf(paidBefore, attemptsBefore)

export function Methods({ t, methods }: Props) {
  const change = (row: Method) => {
    const points = pointsChange(now(row), mean(row))
    return points === null ? '–' : t.points(points)
  }
  return (
    <Panel
      title={t.methods}
      aside={
        <Link className="lnk" to="/console/money/reconciliation">
          {t.reconciliation}
        </Link>
      }
      foot={t.openCount}
    >
      <DataTable
        caption={t.methods}
        rows={methods}
        keyOf={({ method }) => method}
        columns={[
          { id: 'method', label: t.method, render: ({ method }) => t.methodNames[method] ?? method },
          { id: 'attempts', label: t.attempts, right: true, render: ({ attempts }) => countText(attempts) },
          { id: 'paid', label: t.paidShare, right: true, render: (row) => shareText(now(row)) },
          { id: 'mean', label: t.weekMean, right: true, render: (row) => shareText(mean(row)) },
          {
            id: 'median',
            label: t.medianToPaid,
            right: true,
            render: ({ medianSeconds }) =>
              medianSeconds === null ? '–' : t.took(Math.floor(medianSeconds / 60), medianSeconds % 60),
          },
          { id: 'change', label: t.change, right: true, render: change },
        ]}
      />
    </Panel>
  )
}
