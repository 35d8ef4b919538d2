import type { DayList, UnreadLine, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'

/** Number of a payment, order or refund, in the form of all providers; anything else belongs to another column. */
export const isNumber = (value: string): boolean => /^[\w.|*@-]{1,64}$/.test(value)

/** Sorts read and unread lines, in file order. `first`: number of the first line. */
export function sortLines(rows: readonly (ReportLine | UnreadLine['why'])[], first: number): DayList {
  return {
    lines: rows.filter((row) => typeof row !== 'string'),
    unread: rows.flatMap((row, index): UnreadLine[] =>
      typeof row === 'string' ? [{ number: first + index, why: row }] : [],
    ),
  }
}
