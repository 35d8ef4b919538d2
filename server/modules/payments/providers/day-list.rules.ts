import type { DayList, UnreadLine, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'

/**
 * Splits a line into columns of fixed width in bytes, separated by a space. Null if the line is too short or
 * misaligned. Ignores the rest after the last column. `line`: one character per byte.
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

/**
 * True for a payment, order or refund number in the form that all providers use. Any other text belongs to another
 * column.
 */
export const isNumber = (value: string): boolean => /^[\w.|*@-]{1,64}$/.test(value)

/**
 * Separates parsed lines of a report from lines that could not be read, in file order. `first`: line number of the
 * first row.
 */
export function sortLines(rows: readonly (ReportLine | UnreadLine['why'])[], first: number): DayList {
  return {
    lines: rows.filter((row) => typeof row !== 'string'),
    unread: rows.flatMap((row, index): UnreadLine[] =>
      typeof row === 'string' ? [{ number: first + index, why: row }] : [],
    ),
  }
}
