import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Figures } from '#web/features/affiliate/base/affiliate.queries.ts'
import { amountText } from '#web/features/affiliate/base/affiliate-words.ts'
import { changeText, countsVisits, countText, rateText, valueOf } from './figures-words.ts'
import { steps, type Step } from './use-figures-address.ts'
import styles from './step-strip.module.css'

type Props = DashboardProps & {
  readonly parts: Figures['parts']
  readonly visitsSince: string | null
  readonly from: string
  readonly beforeFrom: string
  readonly chosen: Step
  readonly onChoose: (step: Step) => void
}

export function StepStrip({ t, language, parts, visitsSince, from, beforeFrom, chosen, onChoose }: Props) {
  const words = t.figures
  const sums = steps.map((step) => ({
    step,
    value: parts.reduce((sum, { counts }) => sum + valueOf(counts, step), 0),
    before: parts.reduce((sum, { before }) => sum + valueOf(before, step), 0),
  }))
  const reversed = parts.reduce((sum, { counts }) => sum + counts.reversedMinor, 0)
  const isWhole = (step: Step, since: string) => step !== 'visits' || countsVisits(visitsSince, since)
  /**
   * Conversion rate from the previous funnel step. Renewals have none, because they are purchases of the same people.
   */
  const rateOf = (index: number, value: number) => {
    const base = index < 3 ? sums[index - 1] : undefined
    return rateText(base && isWhole(base.step, from) ? base.value : null, value, language)
  }
  return (
    <ul className={styles.strip}>
      {sums.map(({ step, value, before }, index) => {
        const change = isWhole(step, beforeFrom) ? changeText(value, before, language) : null
        const rate = rateOf(index, value)
        return (
          <li key={step} data-chosen={step === chosen || undefined}>
            {rate && (
              <span className={`num ${styles.rate}`}>
                <span className="vh">{words.ofBefore}</span>
                {rate}
              </span>
            )}
            <button type="button" aria-pressed={step === chosen} onClick={() => onChoose(step)}>
              <b className="num">{countText(value, step, language, isWhole(step, from))}</b>
              <span className="small">{words.steps[step]}</span>
            </button>
            <span className={`small num ${styles.change}`}>
              {change === null ? (
                <span className="faint">{words.nothingBefore}</span>
              ) : (
                <span data-less={value < before || undefined}>{words.change(change)}</span>
              )}
              {step === 'commission' && reversed > 0 && (
                <span data-less>{words.reversed(amountText(reversed, 'USD', language))}</span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
