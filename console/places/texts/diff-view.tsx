import { changedParagraphs, diffTokens, joinPieces, wordsOf } from '#shared/text-diff.ts'

export function DiffView({ before, after, none }: { before: string; after: string; none: string }) {
  const changed = changedParagraphs(before, after)
  if (changed.length === 0) return <p className="faint">{none}</p>
  return (
    <ul className="stack diff">
      {changed.map(({ part, before: was, after: is }, index) => (
        <li key={index}>
          <span className="faint">¶ {part}</span>
          <p>
            {joinPieces(diffTokens(wordsOf(was ?? ''), wordsOf(is ?? ''))).map(({ kind, text }, at) =>
              kind === 'same' ? (
                <span key={at}>{text}</span>
              ) : kind === 'new' ? (
                <ins key={at}>{text}</ins>
              ) : (
                <del key={at}>{text}</del>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
