/** Bytes of a node's report that are parsed at a time, which takes a fraction of a millisecond. */
const pieceBytes = 8_192
/** Maximum bytes of a line in a node's report. A longer line makes the report invalid. */
const longestLine = 65_536
/** Pattern of the end of a report line. It cannot occur inside a JSON string, because quotes are escaped there. */
const lineEnd = /\]\s*,\s*(?="\d)/g

/**
 * Splits a report of the form `{"number": [...], ...}` into pieces that are parsed separately, so that a long report
 * does not block the process. Yields the lines of each piece; none for an empty list. Throws SyntaxError for anything
 * else.
 */
export function* readLines(raw: Buffer): Generator<[key: string, value: unknown][]> {
  const text = raw.toString('latin1').trim()
  if (text === '[]') return
  if (!text.startsWith('{') || !text.endsWith('}')) throw new SyntaxError('no report')
  const end = text.length - 1
  for (let from = 1; from < end;) {
    const to = findLineEnd(text, from, end)
    yield Object.entries(JSON.parse(`{${text.slice(from, to)}}`) as object)
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
