/** Bytes of a piece: a fraction of a millisecond of work. */
const pieceBytes = 8_192
/** Upper bound of a line; a report without a line end in so many bytes is invalid. */
const longestLine = 65_536
/** End of a line. JSON strings cannot contain this, because quotes in them are escaped. */
const lineEnd = /\]\s*,\s*(?="\d)/g

/**
 * Splits a report, `{"number": [...], ...}`, into pieces that are parsed separately, so that a long one does not block
 * the process. Yields the lines of each piece. Throws SyntaxError for anything else.
 */
export function* readLines(raw: Buffer): Generator<[key: string, value: unknown][]> {
  const text = raw.toString('latin1').trim()
  if (text === '[]') return
  if (!text.startsWith('{') || !text.endsWith('}')) throw new SyntaxError('no report')
  const end = text.length - 1
  for (let from = 1; from < end;) {
    const to = findLineEnd(text, from, end)
    yield Object.entries(JSON.parse(`{${text.slice(from, to)}}`) as object)
    // Skips the comma.
    from = to === end ? end : to + text.slice(to, to + 64).indexOf(',') + 1
  }
}

function findLineEnd(text: string, from: number, end: number): number {
  if (end - from <= pieceBytes) return end
  const window = text.slice(from + pieceBytes - 64, Math.min(end, from + longestLine))
  lineEnd.lastIndex = 0
  const found = lineEnd.exec(window)
  if (found) return from + pieceBytes - 64 + found.index + 1
  if (end - from > longestLine) throw new SyntaxError('a line is too long')
  return end
}
