import { useVocabulary } from '#console/client/vocabulary.ts'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { focusFinding } from './focus-finding.ts'
import type { Findings } from './use-draft.ts'

type Props = { readonly t: TextsText; readonly findings: Findings; readonly onStillRight: (() => void) | null }

export function FindingList({ t, findings, onStillRight }: Props) {
  const { field } = useVocabulary()
  const parts = [
    [t.editor.faults, findings.filter(({ harmless }) => !harmless)],
    [t.editor.look, findings.filter(({ harmless }) => harmless)],
  ] as const
  if (findings.length === 0) return <p className="tag ok">{t.editor.fine}</p>
  return parts.map(
    ([title, rows]) =>
      rows.length > 0 && (
        <section key={title}>
          <h3>{title}</h3>
          <ul className="stack">
            {rows.map((each) => (
              <li key={`${each.finding} ${each.where}`}>
                <button type="button" className="lnk" onClick={() => focusFinding(each)}>
                  {field(each.where)}
                </button>{' '}
                {each.says}{' '}
                {each.finding === 'one-language' && onStillRight && (
                  <button type="button" className="lnk" onClick={onStillRight}>
                    {t.editor.stillRight}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ),
  )
}
