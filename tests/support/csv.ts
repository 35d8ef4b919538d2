import fc from 'fast-check'

export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const take = (): string => {
    if (at >= text.length) throw new Error('the file ends inside a cell')
    return text[at++] as string
  }
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at++
        cell += take()
      }
      at++
    } else while (text[at] !== ',' && text[at] !== '\r') cell += take()
    row.push(cell)
    if (text[at] === ',') at++
    else {
      at += 2
      rows.push(row)
      row = []
    }
  }
  return rows
}

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

/**
 * Texts that a spreadsheet runs as a formula, also behind blanks and invisible characters; now and then a plain
 * number.
 */
export const formulaText = fc
  .tuple(fc.stringMatching(/^[ \t\r\n\u00a0\u200b\ufeff]{0,3}$/), fc.constantFrom(...signs), fc.string())
  .map((parts) => parts.join(''))

const isNumber = (cell: string) => cell !== '' && cell.trim() === cell && Number.isFinite(Number(cell))

/** Cells of a file that a spreadsheet would run. Plain numbers are harmless and stay numbers. */
export const cellsThatRun = (file: string): string[] =>
  readCsv(file)
    .flat()
    .filter((cell) => {
      const [first = ''] = cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
      return !isNumber(cell) && (signs.includes(first) || /^[\t\r\n]/.test(cell))
    })
