import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { focusFinding, nextFinding } from './focus-finding.ts'
import type { Findings } from './use-draft.ts'

type Props = { readonly t: TextsText; readonly faults: Findings; readonly onStillRight: (() => void) | null }

/** Summary of what blocks publishing, shown above the text, with a link to the first problem. */
export function FaultNote({ t, faults, onStillRight }: Props) {
  const { field } = useVocabulary()
  const [first] = faults
  if (!first) return null
  const { where, says } = first
  const isStale = faults.every((each) => each.finding === 'one-language')
  return (
    <Note kind="hold">
      <p>
        <b>{t.editor.faultCount(faults.length)}</b> {field(where)} {says}
      </p>
      <p className="bar">
        <button type="button" className="btn q" onClick={() => focusFinding(nextFinding(faults) ?? first)}>
          {t.editor.goThere} <kbd>Alt ↓</kbd>
        </button>
        {isStale && onStillRight && (
          <button type="button" className="lnk" onClick={onStillRight}>
            {t.editor.stillRight}
          </button>
        )}
      </p>
    </Note>
  )
}
