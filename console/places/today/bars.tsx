type Props = { readonly label: string; readonly values: readonly number[] }

const [width, height] = [720, 120]

/** Bars from the line of nothing, up for what came in and down for what went back; what they say is read out, and stands in the table. */
export function Bars({ label, values }: Props) {
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)]
  const scale = height / (top - bottom)
  const step = width / Math.max(1, values.length)
  const zero = top * scale
  return (
    <p className="in">
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
            y={value >= 0 ? zero - value * scale : zero}
            width={Math.max(1, step - 2)}
            height={Math.abs(value) * scale}
            fill="var(--plate)"
          />
        ))}
        <rect x="0" y={Math.min(height - 1, zero)} width={width} height="1" fill="currentColor" />
      </svg>
    </p>
  )
}
