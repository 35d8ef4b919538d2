import type { DayList, UnreadLine, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'

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
