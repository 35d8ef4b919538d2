import { useRef, type KeyboardEvent } from 'react'

type Fact = { readonly name: string; readonly value: string }
type Props = {
  readonly id: string
  readonly lang: string
  readonly value: string
  readonly readOnly: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly facts: readonly Fact[]
  readonly insertLabel: string
  readonly onChange: (value: string) => void
}
const marks: Readonly<Record<string, string>> = { b: '**', i: '*' }

/** A long text with the keys of one: Ctrl+B and Ctrl+I mark what is chosen; a number that the product knows is put in from a list. */
export function BodyField({ id, lang, value, readOnly, invalid, describedBy, facts, insertLabel, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const put = (text: string) => {
    field.current?.focus()
    // Unlike setting the value, this is one step that Ctrl+Z takes back.
    document.execCommand('insertText', false, text)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey ? marks[event.key] : undefined
    if (mark === undefined || readOnly) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    put(`${mark}${value.slice(selectionStart, selectionEnd)}${mark}`)
    if (selectionStart === selectionEnd)
      event.currentTarget.setSelectionRange(selectionStart + mark.length, selectionStart + mark.length)
  }
  return (
    <>
      <textarea
        ref={field}
        id={id}
        className="in-t body"
        lang={lang}
        value={value}
        readOnly={readOnly}
        spellCheck
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onKeyDown={onKey}
        onChange={(event) => onChange(event.target.value)}
      />
      {!readOnly && (
        <select
          className="sel auto"
          aria-label={insertLabel}
          value=""
          onChange={(event) => put(`{{${event.target.value}}}`)}
        >
          <option value="">{insertLabel}</option>
          {facts.map(({ name, value: present }) => (
            <option key={name} value={name}>{`{{${name}}}: ${present}`}</option>
          ))}
        </select>
      )}
    </>
  )
}
