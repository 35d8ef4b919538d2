export type Cell = string | number | Date | null

const number = /^-?\d+(?:\.\d+)?$/
/**
 * Start of a cell that spreadsheets run as a formula, in half or full width, also after spaces and invisible
 * characters. A leading tab or line break may move the rest to a cell of its own.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * Puts an apostrophe before text that would run as a formula, because strangers choose the names of accounts. Numbers
 * stay numbers.
 */
function cellOf(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const isFormula = formula.test(text) && !number.test(text)
  // Quotes cells with semicolons too, because some spreadsheets split cells there.
  const isQuoted = isFormula || /[",;\t\r\n]/.test(text)
  return isQuoted ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text
}

export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Byte order mark at the start of a CSV file; tells spreadsheets that it is UTF-8. */
export const byteOrderMark = '\uFEFF'

export const csvFile = (rows: readonly (readonly Cell[])[]): string => byteOrderMark + csvLines(rows)
