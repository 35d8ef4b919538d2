import { useId, type ReactNode } from 'react'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FieldError } from '#console/frame/note.tsx'
import type { SettingsText } from '#console/text/en/places/settings.ts'
import { clearedValue, filledValue, withField, type FormNode } from './setting-forms.ts'

type Props = {
  readonly t: SettingsText
  readonly path: string
  readonly node: FormNode
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Refusal of the server, with the path of the input that it concerns. */
  readonly wrong?: { readonly path: string; readonly text: string } | undefined
}

/** Inputs for a setting. Its value has the form used in the settings file. */
export function SettingInput(props: Props) {
  const { t, path, node, value, onChange, wrong } = props
  const { acting } = useVocabulary()
  const id = useId()
  const name = t.names[`set.${path}` as keyof typeof t.names]
  const hint = (t.hints as Readonly<Record<string, string | undefined>>)[path]
  // A group that is off has no inputs, so it shows what is wrong within it.
  const isWrong = wrong !== undefined && (wrong.path === path || (value === null && wrong.path.startsWith(`${path}.`)))
  const about = (
    <>
      {hint !== undefined && (
        <p className="hint faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isWrong && <FieldError id={`${id}-error`} text={wrong.text} />}
    </>
  )
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ')
  const wiring = { 'aria-describedby': described || undefined, 'aria-invalid': isWrong || undefined }
  if (node.kind === 'flag')
    return (
      <div className="field">
        <Tick label={name} wiring={wiring} checked={value === true} onChange={onChange} />
        {about}
      </div>
    )
  if (node.kind === 'group') {
    const isOn = value !== null && value !== undefined
    return (
      <fieldset className="setting-group">
        <legend className={path.includes('.') ? undefined : 'vh'}>{name}</legend>
        {about}
        {node.optional && (
          <Tick
            label={t.use}
            checked={isOn}
            onChange={(use) => onChange(use ? filledValue(node, path) : path.includes('.') ? undefined : null)}
          />
        )}
        {isOn &&
          Object.entries(node.fields).map(([each, of]) => (
            <SettingInput
              key={each}
              t={t}
              path={`${path}.${each}`}
              node={of}
              value={(value as Readonly<Record<string, unknown>>)[each]}
              wrong={wrong}
              onChange={(next) => onChange(withField(value, each, next))}
            />
          ))}
      </fieldset>
    )
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {name} {node.optional && <span className="faint">({acting.optional})</span>}
      </label>
      {control({ id, ...wiring }, props)}
      {about}
    </div>
  )
}

/** Text for an input. A value of another type is shown as empty. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Wiring = { readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': true | undefined }

function control(given: Wiring & { id: string }, { path, node, value, onChange }: Props): ReactNode {
  const wiring = { ...given, className: 'in-t', name: path }
  if (node.kind === 'lines' || node.kind === 'key')
    return (
      <textarea
        {...wiring}
        rows={3}
        spellCheck={false}
        value={Array.isArray(value) ? value.join('\n') : textOf(value)}
        onChange={({ target }) =>
          onChange(
            node.kind === 'lines'
              ? target.value.split('\n')
              : target.value.trim() === ''
                ? clearedValue(path)
                : target.value,
          )
        }
        onBlur={() => node.kind === 'lines' && Array.isArray(value) && onChange(value.filter((each) => each !== ''))}
      />
    )
  const isNumber = node.kind === 'count' || node.kind === 'percent'
  const scale = node.kind === 'percent' ? 100 : 1
  const shown = typeof value === 'number' ? String(value / scale) : textOf(value)
  const read = (typed: string): unknown => {
    const text = typed.trim()
    if (text === '' && node.optional) return isNumber ? null : clearedValue(path)
    if (!isNumber) return typed
    // A half-typed number stays text, which the server refuses with the field's name.
    return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) && !text.endsWith('.0') ? Math.round(Number(text) * scale) : text
  }
  return (
    <input
      {...wiring}
      type={node.kind === 'url' ? 'url' : 'text'}
      inputMode={node.kind === 'count' ? 'numeric' : node.kind === 'percent' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onChange={({ target }) => onChange(read(target.value))}
    />
  )
}

type TickProps = {
  readonly label: string
  readonly wiring?: Wiring
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
}
const Tick = ({ label, wiring, checked, onChange }: TickProps) => (
  <label className="flag">
    <input type="checkbox" {...wiring} checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
)
