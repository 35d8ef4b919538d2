/**
 * Text of a CSV file in the encodings that Excel saves: UTF-8 with or without a byte order mark, UTF-16, and GB18030
 * (a superset of GBK), which Chinese Windows calls ANSI.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/**
 * Finds the separator in the first line: comma, semicolon (Excel in many countries) or tab (Excel's "Unicode text").
 */
function separatorOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0] ?? ''
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => plain.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

export type CsvRow = {
  /** Line of the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Lines of a CSV file as RFC 4180 describes them. Empty lines are left out. */
export function readCsv(text: string): CsvRow[] {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let begin = 1
  let isQuoted = false
  const endRow = () => {
    cells.push(cell)
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells })
    cells = []
    cell = ''
    begin = line
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\n') line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
    else if (text[at + 1] !== '\n') {
      line++
      endRow()
    }
  }
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
