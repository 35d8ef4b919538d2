import { useId, useRef, useState, type KeyboardEvent } from 'react'

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

/**
 * Text area for the content of a page. Ctrl+B and Ctrl+I format the selection; a list of placeholders for known numbers
 * opens by button or after `{{`.
 */
export function BodyField({ id, lang, value, readOnly, invalid, describedBy, facts, insertLabel, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [choice, setChoice] = useState<(FactChoice & { readonly at: number }) | null>(null)
  const look = ({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const found = selectionStart === selectionEnd && !readOnly ? choiceAt(text, selectionStart, facts) : null
    setChoice(
      (before) =>
        found && { ...found, at: before?.from === found.from ? Math.min(before.at, found.options.length - 1) : 0 },
    )
  }
  const put = (text: string) => {
    field.current?.focus()
    // Inserts the text by a browser command, so that Ctrl+Z can undo it. Setting the value directly could not be
    // undone.
    document.execCommand('insertText', false, text)
  }
  const choose = ({ from }: FactChoice, { name }: Fact) => {
    field.current?.setSelectionRange(from, field.current.selectionEnd)
    put(`{{${name}}}`)
    setChoice(null)
  }
  const onListKey = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    if (!choice || nativeEvent.isComposing) return false
    const { options, at } = choice
    if (key === 'ArrowDown' || key === 'ArrowUp')
      setChoice({ ...choice, at: (at + (key === 'ArrowDown' ? 1 : options.length - 1)) % options.length })
    else if (key === 'Escape') setChoice(null)
    else if (key === 'Enter' && options[at]) choose(choice, options[at])
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onListKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
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
        aria-autocomplete="list"
        aria-controls={choice ? list : undefined}
        aria-activedescendant={choice ? `${list}-${choice.at}` : undefined}
        onKeyDown={onKey}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setChoice(null)}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
      />
      {choice && (
        <div id={list} role="listbox" aria-label={insertLabel} className="facts">
          {choice.options.map((fact, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys of the list
            <div
              key={fact.name}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === choice.at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice, fact)}
            >
              {`{{${fact.name}}}`} <span className="faint">{fact.value}</span>
            </div>
          ))}
        </div>
      )}
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

type Fact = { readonly name: string; readonly value: string }
/** Unfinished placeholder before the caret: its start, and the known numbers (facts) that match it. */
type FactChoice = { readonly from: number; readonly options: readonly Fact[] }

const mostOptions = 8

/**
 * Finds the placeholder being typed: `{{` and the letters after it up to the caret. Null if there is none, if it is
 * closed already, or if no fact matches.
 */
export function choiceAt(text: string, caret: number, facts: readonly Fact[]): FactChoice | null {
  const match = /\{\{[ \t]*([a-zA-Z]*)$/.exec(text.slice(0, caret))
  if (!match || /^[a-zA-Z]*[ \t]*\}\}/.test(text.slice(caret))) return null
  const typed = (match[1] ?? '').toLowerCase()
  const begins = (name: string) => name.toLowerCase().startsWith(typed)
  const holds = (name: string) => !begins(name) && name.toLowerCase().includes(typed)
  const options = [...facts.filter(({ name }) => begins(name)), ...facts.filter(({ name }) => holds(name))]
  return options.length === 0 ? null : { from: match.index, options: options.slice(0, mostOptions) }
}
