import { useId, useState, type PointerEvent } from 'react'
import { isNarrow, niceTop } from './plot-scale.ts'

type Series = {
  readonly name: string
  readonly values: readonly number[]
  readonly look: 'bars' | 'line' | 'dashes'
  readonly color: 'plate' | 'note'
}
type Props = {
  readonly label: string
  /** Label of the slider below the chart, such as “Month”. */
  readonly of: string
  /** Number of bars from one label of the axis to the next: on wide screens, and on phones. */
  readonly every?: readonly [wide: number, narrow: number]
  readonly names: readonly string[]
  readonly series: readonly Series[]
  readonly say: (value: number) => string
}

const [height, top] = [190, 10]
const inner = height - top - 24

/**
 * Chart of bars and lines over months or days. Pointing at one shows its values; the slider below does the same for
 * keyboards and screen readers. A table beside the chart holds the same data.
 */
export function Plot({ label, of, every: [wide, narrow] = [3, 6], names, series, say }: Props) {
  const last = names.length - 1
  // Phones get a narrower drawing, in which the text stays readable.
  const [width, left, every] = isNarrow() ? [360, 76, narrow] : [720, 92, wide]
  const [at, setAt] = useState(last)
  const id = useId()
  const all = series.flatMap(({ values }) => values)
  const most = niceTop(Math.max(0, ...all))
  const least = Math.min(0, ...all) < 0 ? -niceTop(-Math.min(...all)) : 0
  const step = (width - left) / Math.max(1, names.length)
  const yOf = (value: number) => top + ((most - value) / (most - least)) * inner
  const xOf = (index: number) => left + (index + 0.5) * step
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const index = Math.floor((((clientX - box.left) / box.width) * width - left) / step)
    if (index >= 0 && index <= last) setAt(index)
  }
  const bars = series.filter(({ look }) => look === 'bars')
  const gap = step > 12 ? 3 : 1
  const barWidth = Math.max(1, (step - 2 * gap) / Math.max(1, bars.length))
  const shown = `${names[at] ?? ''}: ${series.map(({ name, values }) => `${name} ${say(values[at] ?? 0)}`).join(', ')}`
  const scale = least < 0 ? [least, 0, most] : most === 1 ? [0, 1] : [0, most / 2, most]
  return (
    <div className="in">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        fontSize="12"
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerDown={point}
      >
        <rect x={left + at * step} y={top} width={step} height={inner} fill="var(--way-tint)" />
        {scale.map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={yOf(value)} y2={yOf(value)} stroke="var(--line-2)" />
            <text x={left - 8} y={yOf(value) + 4} textAnchor="end" fill="var(--ink-2)">
              {say(value)}
            </text>
          </g>
        ))}
        {bars.map(({ name, values, color }, order) =>
          values.map((value, index) => (
            <rect
              key={`${name} ${index}`}
              x={left + index * step + gap + order * barWidth}
              y={Math.min(yOf(value), yOf(0))}
              width={barWidth}
              height={Math.abs(yOf(value) - yOf(0))}
              fill={`var(--${color})`}
            />
          )),
        )}
        {series
          .filter(({ look }) => look !== 'bars')
          .map(({ name, values, color, look }) => (
            <g key={name} stroke={`var(--${color})`} fill={`var(--${color})`}>
              <polyline
                points={values.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')}
                fill="none"
                strokeWidth="2.5"
                strokeDasharray={look === 'dashes' ? '5 4' : undefined}
              />
              <circle cx={xOf(at)} cy={yOf(values[at] ?? 0)} r="4" />
            </g>
          ))}
        {names.map((name, index) =>
          // Not all month names fit on the axis; the last one is always shown.
          (last - index) % every === 0 ? (
            <text
              key={name}
              x={index === last ? width : xOf(index)}
              y={height - 6}
              textAnchor={index === last ? 'end' : 'middle'}
              fill="var(--ink-2)"
            >
              {name}
            </text>
          ) : null,
        )}
      </svg>
      <div className="bar">
        <label htmlFor={id} className="vh">
          {of}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={shown}
          onChange={(event) => setAt(Number(event.target.value))}
        />
        <output htmlFor={id} className="num">
          {shown}
        </output>
      </div>
      {series.length > 1 && (
        <span className="bar">
          {series.map(({ name, color }) => (
            <span key={name} className="bar">
              <svg width="14" height="8" aria-hidden="true">
                <rect width="14" height="8" fill={`var(--${color})`} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}
