import type { ReactNode } from 'react'
import { FieldError } from '#console/frame/note.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { BodyField } from './body-field.tsx'
import type { FieldKey, Fields } from './merge-fields.ts'
import type { Findings, Opened } from './use-draft.ts'

type Props = {
  readonly t: TextsText
  readonly kind: string
  readonly fields: Fields
  readonly findings: Findings
  readonly facts: Opened['facts']
  readonly readOnly: boolean
  readonly set: (key: FieldKey, value: string) => void
}
type End = 'En' | 'Zh'

export function BothLanguages(props: Props) {
  const { t, fields } = props
  const counts = {
    En: t.editor.words(fields.markdownEn?.split(/\s+/).filter(Boolean).length ?? 0),
    Zh: t.editor.signs(fields.markdownZh?.replaceAll(/\s/g, '').length ?? 0),
  }
  return (
    <div className="sides">
      {(['En', 'Zh'] as const).map((end) => (
        <section key={end} aria-label={end === 'En' ? 'English' : '中文'}>
          <header>
            <h2 lang={end === 'En' ? 'en' : 'zh-CN'}>{end === 'En' ? 'English' : '中文'}</h2>
            <span className="faint">{counts[end]}</span>
          </header>
          <Side {...props} end={end} />
        </section>
      ))}
    </div>
  )
}

function Side({ t, kind, fields, findings, facts, readOnly, set, end }: Props & { end: End }) {
  const lang = end === 'En' ? 'en' : 'zh-CN'
  const label = t.editor.labels[kind] ?? t.editor.labels.page
  const line = (name: keyof typeof most, said: string) => {
    const key = `${name}${end}` as const
    return (
      <Labelled id={key} label={said} findings={findings}>
        {(wiring) => (
          <input
            className="in-t"
            lang={lang}
            value={fields[key] ?? ''}
            readOnly={readOnly}
            maxLength={most[name]}
            onChange={(event) => set(key, event.target.value)}
            {...wiring}
          />
        )}
      </Labelled>
    )
  }
  const body = `markdown${end}` as const
  return (
    <>
      {line('title', label.title)}
      {kind !== 'faq' && line('summary', label.summary)}
      <Labelled id={body} label={label.markdown} findings={findings}>
        {(wiring) => (
          <BodyField
            id={body}
            lang={lang}
            value={fields[body] ?? ''}
            readOnly={readOnly}
            invalid={wiring['aria-invalid'] === true}
            describedBy={wiring['aria-describedby']}
            facts={facts.map(({ name, en, zh }) => ({ name, value: end === 'En' ? en : zh }))}
            insertLabel={t.editor.insert}
            onChange={(value) => set(body, value)}
          />
        )}
      </Labelled>
      {kind === 'mail' && line('action', t.editor.action)}
    </>
  )
}
const most = { title: 200, summary: 500, action: 80 } as const

type Wiring = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}
type LabelledProps = {
  readonly id: FieldKey
  readonly label: string
  readonly findings: Findings
  readonly children: (wiring: Wiring) => ReactNode
}

export function Labelled({ id, label, findings, children }: LabelledProps) {
  const faults = findings.filter(({ where, harmless }) => where === id && !harmless)
  const isWrong = faults.length > 0
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': isWrong ? `${id}-error` : undefined,
      })}
      {isWrong && <FieldError id={`${id}-error`} text={faults.map(({ says }) => says).join('; ')} />}
    </div>
  )
}
