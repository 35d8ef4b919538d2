import { formatMoney, money } from '#shared/money.ts'
import { Table } from '#ui/table.tsx'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Figures } from '#web/features/affiliate/base/affiliate.queries.ts'
import { barsOf, scaleOf } from './chart-scale.ts'
import { dayText, partText, spanTexts, stepText, valueOf } from './figures-words.ts'
import type { Interval } from './range.ts'
import type { Step } from './use-figures-address.ts'
import styles from './parts-chart.module.css'

type Props = DashboardProps & {
  readonly parts: Figures['parts']
  readonly interval: Interval
  readonly step: Step
}
const columns = 1_000

/**
 * Bar chart of figures per interval, with the previous period as a line and a table of all values. Commission bars
 * stack first purchases on renewals; reversals are only in the table and the total. Shapes stretch with the screen,
 * text does not.
 */
export function PartsChart({ t, language, parts, interval, step }: Props) {
  const words = t.figures
  const isMoney = step === 'commission'
  const shown = parts.map(({ from, to, counts, before }) => ({
    from,
    to,
    value: valueOf(counts, step),
    before: valueOf(before, step),
    low: isMoney ? counts.renewalMinor : 0,
    high: isMoney ? counts.firstMinor + counts.renewalMinor : valueOf(counts, step),
  }))
  const scale = scaleOf(Math.max(...shown.map(({ high, before }) => Math.max(high, before))), isMoney ? 100 : 1)
  const top = scale[scale.length - 1] ?? 1
  const bars = barsOf(shown.length, columns)
  const height = (value: number) => Math.max(0, Math.round((value / top) * 1_000) / 10)
  const line = shown
    .map(({ before }, index) => `${index === 0 ? 'M' : 'L'}${bars[index]?.middle ?? 0} ${100 - height(before)}`)
    .join('')
  const sum = shown.reduce((whole, { value }) => whole + value, 0)
  const first = shown[0]
  const last = shown[shown.length - 1]
  if (!first || !last) return null
  const named = Math.ceil(shown.length / 6)
  const scaleText = (value: number) =>
    isMoney ? formatMoney(money(value, 'USD'), language, { whole: true }) : stepText(value, step, language)
  return (
    <>
      <ul className={`small dim ${styles.legend}`} aria-hidden="true">
        {isMoney ? (
          <>
            <li className={styles.first}>{words.steps.firsts}</li>
            <li className={styles.renewal}>{words.steps.renewals}</li>
          </>
        ) : (
          <li className={styles.renewal}>{words.steps[step]}</li>
        )}
        {first !== last && <li className={styles.before}>{words.before}</li>}
      </ul>
      <figure
        className={styles.chart}
        role="img"
        aria-label={words.describe(
          words.steps[step],
          dayText(first.from, language, { year: true }),
          dayText(last.to, language, { year: true }),
          stepText(sum, step, language),
        )}
      >
        <svg className={styles.plot} aria-hidden="true">
          {scale.map((value) => (
            <line
              key={value}
              className={styles.grid}
              x2="100%"
              y1={`${100 - height(value)}%`}
              y2={`${100 - height(value)}%`}
            />
          ))}
          <svg viewBox={`0 0 ${columns} 100`} preserveAspectRatio="none" width="100%" height="100%">
            {shown.map(({ from, low, high }, index) => {
              const { x, width } = bars[index] ?? { x: 0, width: 0 }
              const isOpen = index === shown.length - 1
              return (
                <g key={from} className={isOpen ? styles.open : undefined}>
                  <rect
                    className={isMoney ? styles.high : styles.low}
                    x={x}
                    width={width}
                    y={100 - height(high)}
                    height={height(high)}
                  />
                  {isMoney && (
                    <rect className={styles.low} x={x} width={width} y={100 - height(low)} height={height(low)} />
                  )}
                </g>
              )
            })}
            {first !== last && <path className={styles.beforeLine} d={line} />}
          </svg>
          {scale.map((value) => (
            <text key={value} className="num" y={`${100 - height(value)}%`} dy="-6">
              {scaleText(value)}
            </text>
          ))}
        </svg>
        <svg className={styles.axis} aria-hidden="true">
          {shown.map(
            ({ from }, index) =>
              index % named === 0 && (
                <text
                  key={from}
                  x={`${(bars[index]?.middle ?? 0) / (columns / 100)}%`}
                  y="20"
                  textAnchor={index === 0 ? 'start' : 'middle'}
                  data-odd={(index / named) % 2 === 1 || undefined}
                >
                  {partText(from, interval, language)}
                </text>
              ),
          )}
        </svg>
      </figure>
      <details className={styles.more}>
        <summary className="link">{words.table}</summary>
        <Table heads={[words.part, words.steps[step], words.before]}>
          {[...shown].reverse().map(({ from, to, value, before }, index) => {
            const name =
              from === to ? dayText(from, language, { year: true }) : words.span(...spanTexts(from, to, language))
            return (
              <tr key={from}>
                <td data-label={words.part}>{index === 0 ? words.running(name) : name}</td>
                <td data-label={words.steps[step]} className="num">
                  {stepText(value, step, language)}
                </td>
                <td data-label={words.before} className="num">
                  {stepText(before, step, language)}
                </td>
              </tr>
            )
          })}
        </Table>
      </details>
    </>
  )
}
