import { changedParagraphs, diffTokens, joinPieces, wordsOf, type ChangedParagraph } from '#shared/text-diff.ts'

const [quoted, longest] = [2, 60]
/** Limit for word diffs. A request compares sixty versions, and long rewritten paragraphs would block the process. */
const mostCells = 100_000
const shortened = (text: string): string => {
  const signs = [...text.replaceAll(/\s+/g, ' ').trim()]
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('')
}

function excerpt({ before, after }: ChangedParagraph): string {
  const pieces = joinPieces(diffTokens(wordsOf(before ?? ''), wordsOf(after ?? ''), mostCells))
  const longestOf = (kind: 'new' | 'gone') =>
    pieces
      .filter((piece) => piece.kind === kind && piece.text.trim() !== '')
      .toSorted((a, b) => b.text.length - a.text.length)[0]?.text
  const [came, went] = [longestOf('new'), longestOf('gone')]
  return came === undefined ? `−${shortened(went ?? '')}` : shortened(came)
}

/**
 * Summary of a version's changes in one line: excerpts of the first changed paragraphs and numbers of the rest. Empty
 * if one of the texts is missing, as before the first version.
 */
export function describeChanges(before: string | null, after: string | null): string {
  if (before === null || after === null) return ''
  const changes = changedParagraphs(before, after, mostCells)
  const said = changes.slice(0, quoted).map((change) => `¶ ${change.part}: ${excerpt(change)}`)
  const rest = [...new Set(changes.slice(quoted).map(({ part }) => `¶ ${part}`))]
  return [...said, ...(rest.length > 0 ? [rest.slice(0, 8).join(', ') + (rest.length > 8 ? ', …' : '')] : [])].join(
    '; ',
  )
}
