const steps = [1, 2, 5, 10]

/**
 * Returns one to four round grid values for a chart, ascending; the last is at least `max`. `unit` 1 keeps them whole
 * numbers.
 */
export function scaleOf(max: number, unit: number): number[] {
  const least = Math.max(max, unit) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(unit === 1 ? 1 : 0, power * (steps.find((each) => each * power >= least) ?? 10))
  const lines = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: lines }, (_, index) => (index + 1) * step)
}

export function barsOf(count: number, columns: number): { x: number; width: number; middle: number }[] {
  const place = columns / count
  return Array.from({ length: count }, (_, index) => ({
    x: round((index + 1 / 6) * place),
    width: round((place * 2) / 3),
    middle: round((index + 0.5) * place),
  }))
}
const round = (value: number) => Math.round(value * 100) / 100
