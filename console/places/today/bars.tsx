type Props = {
  readonly label: string
  readonly values: readonly number[]
  readonly before: readonly number[]
}

const [width, height] = [720, 140]

/**
 * Bar chart of daily revenue after refunds; bars of days with more refunds than income point down. The dashed line is
 * the period before. A table holds the same data.
 */
export function Bars({ label, values, before }: Props) {
  const [top, bottom] = [Math.max(1, ...values, ...before), Math.min(0, ...values, ...before)]
  const scale = height / (top - bottom)
  const step = width / Math.max(1, values.length)
  const yOf = (value: number) => (top - value) * scale
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {values.map((value, index) => (
        <rect
          key={index}
          x={index * step + 1}
          y={Math.min(yOf(value), yOf(0))}
          width={Math.max(1, step - 2)}
          height={Math.abs(value) * scale}
          fill="var(--plate)"
        />
      ))}
      <polyline
        points={before.map((value, index) => `${(index + 0.5) * step},${yOf(value)}`).join(' ')}
        fill="none"
        stroke="var(--note)"
        strokeWidth="2"
        strokeDasharray="5 4"
        vectorEffect="non-scaling-stroke"
      />
      <rect x="0" y={Math.min(height - 1, yOf(0))} width={width} height="1" fill="currentColor" />
    </svg>
  )
}
