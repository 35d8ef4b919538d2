import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Figures } from '#web/features/affiliate/base/affiliate.queries.ts'
import { amountText } from '#web/features/affiliate/base/affiliate-words.ts'
import { changeText, stepText, valueOf } from './figures-words.ts'
import { steps, type Step } from './use-figures-address.ts'
import styles from './step-strip.module.css'

type Props = DashboardProps & {
  readonly parts: Figures['parts']
  readonly chosen: Step
  readonly onChoose: (step: Step) => void
}

export function StepStrip({ t, language, parts, chosen, onChoose }: Props) {
  const words = t.figures
  const sums = steps.map((step) => ({
    step,
    value: parts.reduce((sum, { counts }) => sum + valueOf(counts, step), 0),
    before: parts.reduce((sum, { before }) => sum + valueOf(before, step), 0),
  }))
  const reversed = parts.reduce((sum, { counts }) => sum + counts.reversedMinor, 0)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  /** Conversion rate from the previous step. Renewals have none: they are the same people again. */
  const rateOf = (index: number) => {
    const [before, now] = [sums[index - 1]?.value ?? 0, sums[index]?.value ?? 0]
    return index > 0 && index < 3 && before > 0 && now <= before ? percent.format(now / before) : null
  }
  return (
    <ul className={styles.strip}>
      {sums.map(({ step, value, before }, index) => {
        const change = changeText(value, before, language)
        const rate = rateOf(index)
        return (
          <li key={step} data-chosen={step === chosen || undefined}>
            {rate && (
              <span className={`num ${styles.rate}`}>
                <span className="vh">{words.ofBefore}</span>
                {rate}
              </span>
            )}
            <button type="button" aria-pressed={step === chosen} onClick={() => onChoose(step)}>
              <b className="num">{stepText(value, step, language)}</b>
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
