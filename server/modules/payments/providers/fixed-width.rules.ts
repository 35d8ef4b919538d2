/**
 * The values of a line whose columns have so many bytes, one space between two. Null where it is shorter, or holds something else
 * between them; what follows the last column is not looked at. `line` holds one character for each byte.
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
