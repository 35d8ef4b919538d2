import { useId, type ReactNode } from 'react'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { SettingsText } from '#console/text/en/places/settings.ts'
import { clearedValue, filledValue, withField, type FormNode } from './setting-forms.ts'

type Props = {
  readonly t: SettingsText
  readonly path: string
  readonly node: FormNode
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Inputs for a setting. Its value has the form used in the settings file. */
export function SettingInput(props: Props) {
  const { t, path, node, value, onChange } = props
  const { acting } = useVocabulary()
  const id = useId()
  const name = t.names[`set.${path}` as keyof typeof t.names]
  const hint = (t.hints as Readonly<Record<string, string | undefined>>)[path]
  const about = hint !== undefined && (
    <p className="hint faint" id={`${id}-hint`}>
      {hint}
    </p>
  )
  const described = hint === undefined ? undefined : `${id}-hint`
  if (node.kind === 'flag')
    return (
      <div className="field">
        <Tick label={name} described={described} checked={value === true} onChange={onChange} />
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
      {control(id, described, props)}
      {about}
    </div>
  )
}

/** Text for an input. A value of another type is shown as empty. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function control(id: string, described: string | undefined, { path, node, value, onChange }: Props): ReactNode {
  const wiring = { id, 'aria-describedby': described, className: 'in-t', name: path }
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
  readonly described?: string | undefined
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
}
const Tick = ({ label, described, checked, onChange }: TickProps) => (
  <label className="flag">
    <input
      type="checkbox"
      aria-describedby={described}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{label}</span>
  </label>
)
