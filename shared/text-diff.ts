type Piece = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }

export const wordsOf = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
export const paragraphsOf = (text: string): string[] => text.split(/\n[ \t]*\n\s*/).filter((part) => part.trim() !== '')

export function paragraphAt(text: string, part: number): readonly [number, number] | null {
  let end = 0
  for (const [index, paragraph] of paragraphsOf(text).entries()) {
    const start = text.indexOf(paragraph, end)
    end = start + paragraph.length
    if (index === part - 1) return [start, end]
  }
  return null
}

/**
 * Maximum size of a comparison, in pairs of tokens. Larger ones report everything between the common start and the
 * common end as removed and added, because they would block a browser for seconds.
 */
const maxCells = 4_000_000

export function diffTokens(before: readonly string[], after: readonly string[], most = maxCells): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let tail = 0
  while (tail < Math.min(before.length, after.length) - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (text: string): Piece => ({ kind: 'same', text })
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - tail), after.slice(start, after.length - tail), most),
    ...before.slice(before.length - tail).map(same),
  ]
}

function diffMiddle(before: readonly string[], after: readonly string[], most: number): Piece[] {
  const gone = (text: string): Piece => ({ kind: 'gone', text })
  const came = (text: string): Piece => ({ kind: 'new', text })
  const width = after.length + 1
  if (before.length * after.length > most || before.length === 0 || after.length === 0)
    return [...before.map(gone), ...after.map(came)]
  // Length of the longest common subsequence of the remaining tokens, for each pair of start positions.
  const common = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const pieces: Piece[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old = '', now = ''] = [before[row], after[column]]
    if (row < before.length && column < after.length && old === now) {
      pieces.push({ kind: 'same', text: old })
      row += 1
      column += 1
    } else if (column === after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      pieces.push(gone(old))
      row += 1
    } else {
      pieces.push(came(now))
      column += 1
    }
  }
  return pieces
}

export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.kind === piece.kind) joined[joined.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}

export type ChangedParagraph = {
  readonly part: number
  readonly before: string | null
  readonly after: string | null
}
export function changedParagraphs(before: string, after: string, most = maxCells): ChangedParagraph[] {
  const changed: ChangedParagraph[] = []
  let part = 1
  let gone: string[] = []
  const flush = () => {
    changed.push(...gone.map((text) => ({ part, before: text, after: null })))
    gone = []
  }
  for (const { kind, text } of diffTokens(paragraphsOf(before), paragraphsOf(after), most)) {
    if (kind === 'gone') gone.push(text)
    else if (kind === 'new') {
      changed.push({ part, before: gone.shift() ?? null, after: text })
      part += 1
    } else {
      flush()
      part += 1
    }
  }
  flush()
  return changed
}
