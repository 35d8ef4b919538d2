const number = /^-?\d+(?:\.\d+)?$/
/** What spreadsheets take for the start of a formula, in either width, behind any blanks. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u
const byteOrderMark = '\uFEFF'

/**
 * One cell. Plain numbers stay numbers. Every other text is quoted, so that no separator of any spreadsheet cuts it, and
 * what would run as a formula gets an apostrophe in front: text stays text.
 */
function cellOf(value: string): string {
  if (number.test(value)) return value
  return `"${formula.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`
}

/** A file of comma-separated values (RFC 4180) that spreadsheets open in the right encoding. The first row names the columns. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
