/** Closing punctuation, which must not be the first character of a line. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u

/** Splits text where a line may break: words with the space after them; Chinese text after every character. */
const piecesOf = (text: string): readonly string[] => text.match(/[\p{Script=Han}]|[^\p{Script=Han}\s]+\s*|\s+/gu) ?? []

/**
 * Wraps `text` to `width`, in the unit of `measure`. A word wider than a line gets its own line. No line begins with
 * closing punctuation.
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
