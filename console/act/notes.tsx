import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { Input, RowOf } from '#console/client/wire.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import { ActButton } from './act-button.tsx'

type Props = {
  readonly t: DeskText
  readonly about: Partial<Input<'people.note'>>
  readonly rows: readonly RowOf<'people.show', 'notes'>[]
}

export const Notes = ({ t, about, rows }: Props) => (
  <Panel
    title={t.notes.title}
    note={t.notes.hint}
    aside={<ActButton name="people.note" given={about} label={t.notes.write} />}
  >
    {rows.length === 0 && <p className="in faint">{t.notes.none}</p>}
    <ul className="in stack">
      {rows.map(({ id, at, by, text, struck, struckBy }) => (
        <li key={id}>
          <p>{struck ? <s>{text}</s> : text}</p>
          <span className="faint">
            {by} <Moment at={at} /> {struck && t.notes.struck(struckBy ?? '')}
          </span>{' '}
          {!struck && <ActButton name="people.strike-note" given={{ note: id }} label={t.notes.strike} />}
        </li>
      ))}
    </ul>
  </Panel>
)
