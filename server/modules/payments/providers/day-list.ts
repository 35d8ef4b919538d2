import type { DayList, UnreadLine, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { UnreadableList } from './port.ts'

/** A number of a payment, order or refund, as every provider writes them. Whatever else stands there belongs to another column. */
export const isNumber = (value: string): boolean => /^[\w.|*@-]{1,64}$/.test(value)

/** What each line came to, in the order of the file. `first`: the number of the first line. */
export function sortLines(rows: readonly (ReportLine | UnreadLine['why'])[], first: number): DayList {
  return {
    lines: rows.filter((row) => typeof row !== 'string'),
    unread: rows.flatMap((row, index): UnreadLine[] =>
      typeof row === 'string' ? [{ number: first + index, why: row }] : [],
    ),
  }
}

/** The files of a day as one list. Throws UnreadableList where no line has the columns that are expected: then the format is another one. */
export function joinLists(what: string, parts: readonly (DayList | null)[]): DayList {
  const read = parts.filter((part) => part !== null)
  if (read.length === 0 || read.length < parts.length) throw new UnreadableList(`${what}: a file that cannot be read`)
  const lines = read.flatMap((part) => part.lines)
  const unread = read.flatMap((part) => part.unread)
  if (lines.length === 0 && unread.length > 0 && unread.every(({ why }) => why === 'columns'))
    throw new UnreadableList(`${what}: no line that can be read`)
  return { lines, unread }
}
