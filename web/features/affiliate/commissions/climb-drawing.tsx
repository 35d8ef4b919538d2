import type { Language } from '#shared/language.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import { areaUnder, heightsOf, lineOver, scaleOf } from './climb-chart.ts'
import { monthText } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Overview } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './climb.module.css'

type Props = {
  /** What a screen reader says in place of the drawing. */
  readonly label: string
  readonly language: Language
  readonly currency: Currency
  readonly months: Overview['months']
  /** Payouts by month, in minor units. */
  readonly paidIn: ReadonlyMap<string, number>
}

/**
 * The months as a climb: renewals at the foot, first purchases above, a flag for each payout, the unfinished month
 * dashed. Shapes stretch with the screen; words and flags keep their size, because they are placed by percentages.
 */
export function ClimbChart({ label, language, currency, months, paidIn }: Props) {
  const scale = scaleOf(Math.max(...months.map(({ firstMinor, renewalMinor }) => firstMinor + renewalMinor)))
  const top = scale.at(-1) ?? 1
  const { renewals, all } = heightsOf(months, top)
  const last = months.length - 1
  const across = (index: number) => `${(index / last) * 100}%`
  const price = (minor: number) => formatMoney(money(minor, currency), language, { whole: true })
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <svg className={styles.plot} aria-hidden="true">
        {scale.map((minor) => (
          <g key={minor}>
            <line
              className={styles.grid}
              x2="100%"
              y1={`${100 - (minor / top) * 100}%`}
              y2={`${100 - (minor / top) * 100}%`}
            />
          </g>
        ))}
        <svg viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" width="100%" height="100%">
          <path className={styles.firstArea} d={areaUnder(all)} />
          <path className={styles.renewalArea} d={areaUnder(renewals)} />
          <path className={styles.edge} d={lineOver(all.slice(0, -1))} />
          <path
            className={`${styles.edge} ${styles.open}`}
            d={`M${last - 1} ${100 - (all[last - 1] ?? 0)}L${last} ${100 - (all[last] ?? 0)}`}
          />
        </svg>
        {scale.map((minor) => (
          <text key={minor} className="num" y={`${100 - (minor / top) * 100}%`} dy="-6">
            {price(minor)}
          </text>
        ))}
        {months.map(({ month }, index) => {
          const paid = paidIn.get(month)
          return (
            paid !== undefined && (
              <Flag
                key={month}
                x={across(index)}
                y={`${100 - (all[index] ?? 0)}%`}
                text={price(Math.round(paid / 100) * 100)}
                back={index > last / 2}
              />
            )
          )
        })}
      </svg>
      <svg className={styles.axis} aria-hidden="true">
        {months.map(({ month }, index) => (
          <text
            key={month}
            x={across(index)}
            y="20"
            textAnchor={index === 0 ? 'start' : index === last ? 'end' : 'middle'}
            data-step={(last - index) % 3}
          >
            {monthText(month, language)}
          </text>
        ))}
      </svg>
    </figure>
  )
}

/** A payout: a pole with a pennant that points away from the nearer edge. */
function Flag({ x, y, text, back }: { x: string; y: string; text: string; back: boolean }) {
  const width = text.length * 9 + 22
  const side = back ? -1 : 1
  return (
    <svg x={x} y={y} overflow="visible" className={styles.flag}>
      <path className={styles.pole} d="M0 0V-48" />
      <path className={styles.pennant} d={`M0 -48H${side * width}l${-side * 7} 12l${side * 7} 12H0z`} />
      <text className="num" x={(side * (width - 6)) / 2} y="-31" textAnchor="middle">
        {text}
      </text>
      <circle r="5" />
    </svg>
  )
}
