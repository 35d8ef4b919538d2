import { countText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { percentChange, shareOf, shareText } from './change.ts'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

type Figures = Output<'today.show'>
type Counts = Figures['today']['funnel']
type Props = {
  readonly t: TodayText
  readonly today: Counts
  readonly before: Counts
}

/** Each step of the last four is a part of the one before it; those above are counted by links alone. */
const chain: readonly (keyof Counts)[] = ['sign_up', 'trial', 'order_made', 'order_paid']

export function Funnel({ t, today, before }: Props) {
  const steps = Object.keys(t.steps) as (keyof Counts)[]
  return (
    <Panel title={t.funnel}>
      <DataTable
        caption={t.funnel}
        rows={steps}
        keyOf={(step) => step}
        columns={[
          { id: 'step', label: t.step, render: (step) => t.steps[step] },
          { id: 'today', label: t.today, right: true, render: (step) => countText(today[step]) },
          { id: 'share', label: t.ofStepBefore, right: true, render: (step) => ofStepBefore(step, today) },
          {
            id: 'before',
            label: t.before,
            right: true,
            render: (step) => (
              <>
                {countText(before[step])}
                <small>{percentChange(today[step], before[step])}</small>
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function ofStepBefore(step: keyof Counts, counts: Counts): string {
  const above = chain[chain.indexOf(step) - 1]
  return above === undefined ? '–' : shareText(shareOf(counts[step], counts[above]))
}
