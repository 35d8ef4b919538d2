import { isActionName } from '#console/client/action-traits.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import type { FormValues } from './form-values.ts'
import type { EditedForm } from './use-saved-values.ts'

type Props = {
  readonly edited: EditedForm
  readonly values: FormValues
  readonly onSettle: (field: string, isMine: boolean) => void
}

/**
 * Warns that somebody else has changed the record since the form was filled. If both changed a field, asks which value
 * to keep.
 */
export function EditedNote({ edited: { theirs, changed, undecided, meanwhile }, values, onSettle }: Props) {
  const { field, label, acting } = useVocabulary()
  return (
    <Note kind={undecided.length > 0 ? 'stop' : 'hold'} alert>
      <p>
        <b>{acting.edited}</b>
      </p>
      {meanwhile.map((each) => (
        <p key={each.at}>
          {acting.meanwhile(each.operator, isActionName(each.action) ? label(each.action) : each.action)}{' '}
          <Moment at={each.at} />
        </p>
      ))}
      {changed.length > 0 && <p>{acting.editedFields(changed.map(field))}</p>}
      {undecided.length > 0 && <p>{acting.decide}</p>}
      {undecided.map((each) => (
        <section key={each} className="stack" aria-label={field(each)}>
          <h3>{field(each)}</h3>
          {(
            [
              [acting.yours, values[each], acting.keepMine, true],
              [acting.theirs, theirs[each], acting.takeTheirs, false],
            ] as const
          ).map(([of, value, choose, isMine]) => (
            <div key={of}>
              <p>
                <span className="faint">{of}</span> {plainText(value)}
              </p>
              <button type="button" className="btn q" onClick={() => onSettle(each, isMine)}>
                {choose}
              </button>
            </div>
          ))}
        </section>
      ))}
    </Note>
  )
}

const plainText = (value: FormValues[string]): string => (typeof value === 'string' && value.trim() ? value : '–')
