import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { countOrDash, percentChange, shareOf, shareText } from './change.ts'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import type { DaySpan } from './day-choice.tsx'

type Figures = Output<'today.show'>
type Counts = Figures['now']['funnel']
type Props = {
  readonly t: TodayText
  readonly span: DaySpan
  readonly now: Counts
  readonly before: Counts
}

/**
 * Funnel steps of which each is a subset of the previous one. The steps before them count only visits by referral
 * links.
 */
const chain: readonly (keyof Counts)[] = ['sign_up', 'trial', 'order_made', 'order_paid']

export function Funnel({ t, span, now, before }: Props) {
  const steps = Object.keys(t.steps) as (keyof Counts)[]
  const most = Math.max(1, ...Object.values(now))
  return (
    <Panel title={t.funnel} foot={<span className="lane-note">{t.lanes}</span>}>
      <DataTable
        caption={t.funnel}
        rows={steps}
        keyOf={(step) => step}
        columns={[
          {
            id: 'step',
            label: t.step,
            render: (step) => (
              <>
                {t.steps[step]}
                <svg className="lane" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={laneOf(now[step] ?? 0, most)} height="1" />
                </svg>
              </>
            ),
          },
          { id: 'today', label: span.now, right: true, render: (step) => countOrDash(now[step]) },
          { id: 'share', label: t.ofStepBefore, right: true, render: (step) => ofStepBefore(step, now) },
          {
            id: 'before',
            label: span.before,
            right: true,
            render: (step) => (
              <>
                {countOrDash(before[step])}
                <small className="sub">{percentChange(now[step], before[step])}</small>
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** Bar length in percent. The square root keeps small steps visible beside large ones. */
const laneOf = (count: number, most: number): number => Math.round(Math.sqrt(count / most) * 100)

function ofStepBefore(step: keyof Counts, counts: Counts): string {
  const above = chain[chain.indexOf(step) - 1]
  return above === undefined ? '–' : shareText(shareOf(counts[step], counts[above]))
}
