/** What must not begin a line: it closes what stands before it. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u

/** Breakable pieces of a text: words with the space behind them; in Chinese every character may end a line. */
const piecesOf = (text: string): readonly string[] => text.match(/[\p{Script=Han}]|[^\p{Script=Han}\s]+\s*|\s+/gu) ?? []

/**
 * The lines in which `text` fits into `width`, in the unit of `measure`. A piece that is wider than a line has one to
 * itself. No line begins with closing punctuation.
 */
export function wrapLines(text: string, width: number, measure: (line: string) => number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text.trim())) {
    const longer = line + piece
    if (line !== '' && measure(longer.trimEnd()) > width && !closing.test(piece)) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line = longer
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
