/** Times are written in UTC, null as an empty cell. */
export type Cell = string | number | Date | null

const number = /^-?\d+(?:\.\d+)?$/
/**
 * Spreadsheets run a cell that starts like this as a formula: in either width, behind blanks and invisible characters.
 * A leading tab or line break may also move what follows to a cell of its own.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** Puts an apostrophe before text that would run as a formula: names of accounts are chosen by strangers. Numbers stay numbers. */
function cellOf(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const isFormula = formula.test(text) && !number.test(text)
  // Some spreadsheets cut at semicolons.
  const isQuoted = isFormula || /[",;\t\r\n]/.test(text)
  return isQuoted ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text
}

export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

export const csvFile = (rows: readonly (readonly Cell[])[]): string => byteOrderMark + csvLines(rows)
