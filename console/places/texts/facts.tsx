import type { TextsText } from '#console/text/en/places/texts.ts'
import type { FieldKey, Fields } from './merge-fields.ts'
import { Labelled } from './both-languages.tsx'
import type { Findings, Opened } from './use-draft.ts'

type Props = {
  readonly t: TextsText
  readonly kind: string
  readonly fields: Fields
  readonly findings: Findings
  readonly categories: Opened['categories']
  readonly readOnly: boolean
  readonly set: (key: FieldKey, value: string | number | boolean) => void
}

export function Facts({ t, kind, fields, findings, categories, readOnly, set }: Props) {
  const day = (key: 'date' | 'from' | 'until', label: string) => (
    <Labelled id={key} label={label} findings={findings}>
      {(wiring) => (
        <input
          className="in-t"
          type="date"
          value={fields[key]?.slice(0, 10) ?? ''}
          readOnly={readOnly}
          onChange={(event) => set(key, event.target.value)}
          {...wiring}
        />
      )}
    </Labelled>
  )
  return (
    <div className="shared in">
      {kind === 'announcement' && day('date', t.editor.date)}
      {day('from', `${t.editor.from} (${t.editor.atOnce})`)}
      {kind === 'announcement' && day('until', `${t.editor.until} (${t.editor.withoutEnd})`)}
      {kind === 'faq' && (
        <Labelled id="category" label={t.editor.category} findings={findings}>
          {(wiring) => (
            <select
              className="sel"
              value={fields.category ?? ''}
              disabled={readOnly}
              onChange={(event) => set('category', event.target.value)}
              {...wiring}
            >
              <option value="">–</option>
              {categories.map(({ category, en, zh }) => (
                <option key={category} value={category}>
                  {en} · {zh}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      {kind !== 'mail' && (
        <Labelled id="place" label={t.editor.place} findings={findings}>
          {(wiring) => (
            <input
              className="in-t"
              type="number"
              min={0}
              max={999}
              value={fields.place ?? 0}
              readOnly={readOnly}
              onChange={(event) =>
                set('place', Math.min(999, Math.max(0, Math.trunc(Number(event.target.value) || 0))))
              }
              {...wiring}
            />
          )}
        </Labelled>
      )}
      {kind === 'announcement' && (
        <label className="flag">
          <input
            type="checkbox"
            id="incident"
            checked={fields.incident ?? false}
            disabled={readOnly}
            onChange={(event) => set('incident', event.target.checked)}
          />
          <span>{t.editor.incident}</span>
        </label>
      )}
      {fields.sample && (
        <label className="flag">
          <input type="checkbox" id="sample" checked disabled={readOnly} onChange={() => set('sample', false)} />
          <span>{t.editor.sample}</span>
        </label>
      )}
    </div>
  )
}
