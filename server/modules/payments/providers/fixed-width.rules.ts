/**
 * Splits a line into columns of fixed bytes with a space between. Null if too short or misaligned; ignores the rest
 * after the last column. `line`: one character per byte.
 */
export function readColumns(line: string, widths: readonly number[]): string[] | null {
  const values: string[] = []
  let from = 0
  for (const width of widths) {
    if (from > 0 && line[from - 1] !== ' ') return null
    if (line.length < from + width) return null
    values.push(line.slice(from, from + width).trim())
    from += width + 1
  }
  return values
}
