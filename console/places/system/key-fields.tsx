import { useId } from 'react'
import { connectionFields, stripeEvents, type ConnectionField, type ConnectionId } from '#shared/connections.ts'
import type { ConnectionsText } from '#console/text/en/places/connections.ts'

type Values = Readonly<Record<string, string>>
type Props = {
  readonly t: ConnectionsText
  readonly id: ConnectionId
  readonly values: Values
  readonly onChange: (values: Values) => void
}

/** Label of a connection's field. All EPay gateways share the same labels. */
export const labelOf = (setting: string, t: ConnectionsText): string =>
  t.fields[setting.replace(/^EPAY\d/, 'EPAY')] ?? setting

/** Inputs for the fields of a connection. Saved keys are never filled in. */
export const KeyFields = ({ t, id, values, onChange }: Props) => (
  <div className="setting-group">
    <p className="faint">{t.form.about}</p>
    {id === 'stripe' && (
      <p className="faint">
        {t.form.stripe} <code>{stripeEvents.join(', ')}</code>
      </p>
    )}
    {connectionFields[id].map((field) => (
      <KeyField
        key={field.name}
        t={t}
        field={field}
        value={values[field.name] ?? ''}
        onChange={(text) => onChange({ ...values, [field.name]: text })}
      />
    ))}
  </div>
)

type FieldProps = {
  readonly t: ConnectionsText
  readonly field: ConnectionField
  readonly value: string
  readonly onChange: (text: string) => void
}

function KeyField({ t, field: { name, kind, isOptional, choices = [] }, value, onChange }: FieldProps) {
  const id = useId()
  const hint = t.hints[name.replace(/^EPAY\d/, 'EPAY')]
  const wiring = { id, name, 'aria-describedby': hint === undefined ? undefined : `${id}-hint`, value }
  const labelChoice = (choice: string) => t.choices[choice] ?? choice
  const isLong = kind === 'privateKey' || kind === 'publicKey' || name.endsWith('_KEY_FILE')
  const isHidden = kind === 'secret' && !/^EPAY\d_KEY_FILE$/.test(name)
  return (
    <div className="field">
      <label htmlFor={id}>
        {labelOf(name, t)} {isOptional && <span className="faint">({t.form.optional})</span>}{' '}
        <code className="faint">{name}</code>
      </label>
      {kind === 'choice' ? (
        <select className="sel" {...wiring} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t.form.standard(labelChoice(choices[0] ?? ''))}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {labelChoice(choice)}
            </option>
          ))}
        </select>
      ) : isLong && !isHidden ? (
        <textarea
          className="in-t"
          rows={4}
          spellCheck={false}
          autoComplete="off"
          {...wiring}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <input
          className="in-t"
          type={isHidden ? 'password' : kind === 'url' ? 'url' : 'text'}
          autoComplete={isHidden ? 'new-password' : 'off'}
          spellCheck={false}
          {...wiring}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {hint && (
        <p className="hint faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
