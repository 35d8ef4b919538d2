import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import type { FieldKey, Fields } from './merge-fields.ts'
import type { Clash } from './use-draft.ts'

type Props = {
  readonly t: TextsText['editor']
  readonly clash: Clash
  readonly fields: Fields
  readonly onSettle: (key: FieldKey, mine: boolean) => void
}

export function ClashPanel({ t, clash: { by, theirs, keys }, fields, onSettle }: Props) {
  const { field } = useVocabulary()
  return (
    <Note kind="stop" alert>
      <p>
        <b>{t.clash(by)}</b>
      </p>
      {keys.map((key) => (
        <section key={key} className="clash" aria-label={field(key)}>
          <h3>{field(key)}</h3>
          <div className="pair">
            {(
              [
                [t.yours, fields[key], t.mine, true],
                [t.other(by), theirs[key], t.theirs, false],
              ] as const
            ).map(([label, value, choose, mine]) => (
              <div key={label}>
                <span className="faint">{label}</span>
                <pre>{String(value ?? '–')}</pre>
                <button type="button" className="btn q" onClick={() => onSettle(key, mine)}>
                  {choose}
                </button>
              </div>
            ))}
          </div>
        </section>
      ))}
    </Note>
  )
}
