export type Cell = string | number | Date | null

const number = /^-?\d+(?:\.\d+)?$/
/**
 * Matches the start of a cell that spreadsheets run as a formula, in half or full width, also after spaces and
 * invisible characters. A leading tab or line break may move the rest to a cell of its own.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * Matches text that spreadsheets would change into another number: a name or code such as 0042 or 12E10, or more than
 * the 15 digits that they store.
 */
const changing = /^(?:0\d+|\d+(?:\.\d+)?e[+-]?\d+|\d{16,})$/i

/** Intended reader of a CSV file. A program compares cells exactly, so it gets apostrophes only before formulas. */
type Reader = 'spreadsheet' | 'program'

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula or change into another number. Strangers
 * choose the names of accounts, so they could inject formulas. Numbers stay numbers.
 */
function cellOf(value: Cell, reader: Reader): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const isText = reader === 'spreadsheet' && typeof value === 'string' && changing.test(text)
  const isMarked = isText || (formula.test(text) && !number.test(text))
  // Quotes cells with semicolons too, because some spreadsheets split cells there.
  const isQuoted = isMarked || /[",;\t\r\n]/.test(text)
  return isQuoted ? `"${isMarked ? "'" : ''}${text.replaceAll('"', '""')}"` : text
}

export const csvLines = (rows: readonly (readonly Cell[])[], reader: Reader = 'spreadsheet'): string =>
  rows.map((row) => `${row.map((cell) => cellOf(cell, reader)).join(',')}\r\n`).join('')

/** Byte order mark at the start of a CSV file; tells spreadsheets that it is UTF-8. */
export const byteOrderMark = '\uFEFF'

export const csvFile = (rows: readonly (readonly Cell[])[]): string => byteOrderMark + csvLines(rows)
