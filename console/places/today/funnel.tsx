import { countText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

type Figures = Output<'today.show'>
type Counts = Figures['today']['funnel']
type Props = {
  readonly t: TodayText
  readonly today: Counts
  readonly before: Counts
  readonly members: Figures['members']
}

export function Funnel({ t, today, before, members }: Props) {
  const { active, endInDay, endInWeek } = members
  const steps = Object.keys(t.steps) as (keyof Counts)[]
  return (
    <Panel title={t.funnel} foot={t.members(countText(active), countText(endInDay), countText(endInWeek))}>
      <DataTable
        caption={t.funnel}
        rows={steps}
        keyOf={(step) => step}
        columns={[
          { id: 'step', label: t.step, render: (step) => t.steps[step] },
          { id: 'today', label: t.today, right: true, render: (step) => countText(today[step]) },
          { id: 'before', label: t.before, right: true, render: (step) => countText(before[step]) },
        ]}
      />
    </Panel>
  )
}
