/** UTF-16 by its byte order mark, or by the zero in each of its first two characters. Null: another encoding. */
export function readUtf16(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0)
  if (isLittle && bytes.length >= 4) return new TextDecoder('utf-16le').decode(bytes)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0)
  return isBig && bytes.length >= 4 ? new TextDecoder('utf-16be').decode(bytes) : null
}

/**
 * Text of a CSV file in the encodings that Excel saves: UTF-8 with or without a byte order mark, UTF-16, and GB18030
 * (a superset of GBK), which Chinese Windows calls ANSI.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const wide = readUtf16(bytes)
  if (wide !== null) return wide
  const [first, second, third] = bytes
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

/** Thrown if a quotation mark opens a cell and is never closed, because the rest of the file would be one cell. */
export class OpenQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super(`the quotation mark in line ${line} is not closed`)
    this.line = line
  }
}

export type CsvRow = {
  /** Line of the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** `cutOff`: the file ends in this row, without the end of its line. `strayQuote`: text follows a quoted cell. */
  readonly flaw: 'cutOff' | 'strayQuote' | null
}

/** First line by which some programs tell Excel the separator. */
const told = /^\uFEFF?sep=([,;\t])\r?\n/i

/**
 * Lines of a CSV file as RFC 4180 describes them. Empty lines are left out. Throws `OpenQuote` if the last cell has no
 * end.
 */
export function readCsv(whole: string): CsvRow[] {
  const found = told.exec(whole)
  const text = whole.slice(found?.[0].length ?? 0)
  const separator = found?.[1] ?? separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = found ? 2 : 1
  let begin = line
  let opened = line
  let isQuoted = false
  let flaw: CsvRow['flaw'] = null
  let isClosed = false
  const endCell = () => {
    cells.push(cell)
    cell = ''
    isClosed = false
  }
  const endRow = () => {
    endCell()
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells, flaw })
    cells = []
    flaw = null
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
      } else {
        isQuoted = false
        isClosed = true
      }
    } else if (sign === '"' && cell === '' && !isClosed) {
      isQuoted = true
      opened = line
    } else if (sign === separator) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') {
      if (isClosed && sign.trim() !== '') flaw = 'strayQuote'
      cell += sign
    } else if (text[at + 1] !== '\n') {
      line++
      endRow()
    }
  }
  if (isQuoted) throw new OpenQuote(opened)
  if (cell !== '' || cells.length > 0) {
    flaw ??= 'cutOff'
    endRow()
  }
  return rows
}
