export type Cell = string | number | Date | null

const isNumber = (text: string): boolean => /^-?\d+(?:[.]\d+)?$/.test(text)

/**
 * One cell. What a spreadsheet would take for a formula stands behind an apostrophe, and is quoted: someone chose a name so that it is
 * run where the list is opened. A number stays a number.
 */
function cellOf(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const isFormula = /^\s*[=+\-@\t\r]/.test(text) && !isNumber(text)
  const safe = isFormula ? `'${text}` : text
  return isFormula || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines with their ends, as RFC 4180 has them. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
